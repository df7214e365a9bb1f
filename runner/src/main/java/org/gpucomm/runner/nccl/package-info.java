/** The family {@code nccl}: operations of NCCL between GPUs, timed and checked as nccl-tests does. */
@NullMarked
package org.gpucomm.runner.nccl;

import org.jspecify.annotations.NullMarked;
