/** Limits of hardware, and published results. */
@NullMarked
package org.gpucomm.analysis.hardware;

import org.jspecify.annotations.NullMarked;
