/**
 * Family {@code jacobi}: Jacobi's method for Laplace's equation on a grid whose rows are spread over GPUs, with a halo exchange in every
 * step. The time includes computation and communication; comparing it with a single GPU and with memory bandwidth separates the two.
 */
@NullMarked
package org.gpucomm.runner.jacobi;

import org.jspecify.annotations.NullMarked;
