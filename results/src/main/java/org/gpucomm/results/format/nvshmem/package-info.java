/** NVSHMEM's perftest programs: tables of every version, boxed and flat, and their machine-readable lines. */
@NullMarked
package org.gpucomm.results.format.nvshmem;

import org.jspecify.annotations.NullMarked;
