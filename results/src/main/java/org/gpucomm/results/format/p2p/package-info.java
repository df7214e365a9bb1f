/** NVIDIA's CUDA sample p2pBandwidthLatencyTest: matrices between the GPUs of a host. */
@NullMarked
package org.gpucomm.results.format.p2p;

import org.jspecify.annotations.NullMarked;
