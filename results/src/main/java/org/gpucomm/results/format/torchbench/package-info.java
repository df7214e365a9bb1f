/** Scripts that measure all-reduce through PyTorch: all_reduce_bench.py and similar ones. */
@NullMarked
package org.gpucomm.results.format.torchbench;

import org.jspecify.annotations.NullMarked;
