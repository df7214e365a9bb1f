/** Extrapolation from measured numbers of GPUs to larger ones, if the data allows it. */
@NullMarked
package org.gpucomm.analysis.scaling;

import org.jspecify.annotations.NullMarked;
