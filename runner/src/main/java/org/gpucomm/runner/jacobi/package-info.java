/**
 * The family {@code jacobi}: Jacobi's method for Laplace's equation on a grid that is spread over GPUs by rows, whose halo is
 * exchanged in every step. The time of all steps contains computation and communication together; against one GPU and against
 * the memory's speed it separates them.
 */
@NullMarked
package org.gpucomm.runner.jacobi;

import org.jspecify.annotations.NullMarked;
