@NullMarked
package org.gpucomm.server.analysis.next;

import org.jspecify.annotations.NullMarked;
