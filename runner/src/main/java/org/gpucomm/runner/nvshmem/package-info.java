/**
 * The family {@code nvshmem}: collectives that the host asks NVSHMEM for, and all-to-alls, puts and gets that kernels ask it
 * for, over one block or many. A process drives one GPU.
 */
@NullMarked
package org.gpucomm.runner.nvshmem;

import org.jspecify.annotations.NullMarked;
