/** Matrices: what was measured between each pair of devices or ranks. */
@NullMarked
package org.gpucomm.server.matrices;

import org.jspecify.annotations.NullMarked;
