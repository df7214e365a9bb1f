/**
 * Family {@code nvshmem}: collectives called by the host, and all-to-alls, puts and gets called by kernels of one or many blocks. A process
 * drives one GPU.
 */
@NullMarked
package org.gpucomm.runner.nvshmem;

import org.jspecify.annotations.NullMarked;
