/** The text tables of NVIDIA's nccl-tests: {@code all_reduce_perf} and its kin. */
@NullMarked
package org.gpucomm.results.format.nccltests;

import org.jspecify.annotations.NullMarked;
