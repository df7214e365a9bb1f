@NullMarked
package org.gpucomm.server.analysis.compare;

import org.jspecify.annotations.NullMarked;
