/**
 * Family {@code nvlink}: GPUs of one host read and write each other's memory, by kernels and by copy engines, also as all-to-alls, without
 * a communication library.
 */
@NullMarked
package org.gpucomm.runner.nvlink;

import org.jspecify.annotations.NullMarked;
