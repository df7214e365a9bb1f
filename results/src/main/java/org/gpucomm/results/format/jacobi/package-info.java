/** NVIDIA's multi-GPU Jacobi programs: output for people, and with {@code -csv}. */
@NullMarked
package org.gpucomm.results.format.jacobi;

import org.jspecify.annotations.NullMarked;
