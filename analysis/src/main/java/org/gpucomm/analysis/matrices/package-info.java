/** Matrices of measurements between pairs of devices or ranks, and of the times of single ranks. */
@NullMarked
package org.gpucomm.analysis.matrices;

import org.jspecify.annotations.NullMarked;
