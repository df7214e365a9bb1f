/** NVSHMEM's perftest programs: tables of all versions, boxed and flat, and machine-readable lines. */
@NullMarked
package org.gpucomm.results.format.nvshmem;

import org.jspecify.annotations.NullMarked;
