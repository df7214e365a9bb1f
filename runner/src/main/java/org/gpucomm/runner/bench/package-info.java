/**
 * Measures operations of NCCL: the command {@code bench}, what each operation transfers, the timed loop, and the check of
 * what arrived. One platform thread drives one GPU.
 */
@NullMarked
package org.gpucomm.runner.benchmark;

import org.jspecify.annotations.NullMarked;
