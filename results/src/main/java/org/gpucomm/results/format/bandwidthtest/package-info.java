/** CUDA's sample bandwidthTest: copies between a host and its GPUs. */
@NullMarked
package org.gpucomm.results.format.bandwidthtest;

import org.jspecify.annotations.NullMarked;
