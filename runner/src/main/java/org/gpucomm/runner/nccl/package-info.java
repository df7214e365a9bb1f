/** Family {@code nccl}: operations of NCCL between GPUs, timed and checked as in nccl-tests. */
@NullMarked
package org.gpucomm.runner.nccl;

import org.jspecify.annotations.NullMarked;
