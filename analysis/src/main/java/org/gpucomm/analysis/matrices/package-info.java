/** Matrices of what was measured between each pair of devices or ranks. */
@NullMarked
package org.gpucomm.analysis.matrices;

import org.jspecify.annotations.NullMarked;
