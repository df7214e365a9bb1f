/** NIXL's benchmarks: nixlbench and the custom traffic test. */
@NullMarked
package org.gpucomm.results.format.nixl;

import org.jspecify.annotations.NullMarked;
