@NullMarked
package org.gpucomm.server.analysis.accept;

import org.jspecify.annotations.NullMarked;
