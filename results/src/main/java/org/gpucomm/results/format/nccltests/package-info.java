/** Text tables of NVIDIA's nccl-tests: {@code all_reduce_perf} and similar programs. */
@NullMarked
package org.gpucomm.results.format.nccltests;

import org.jspecify.annotations.NullMarked;
