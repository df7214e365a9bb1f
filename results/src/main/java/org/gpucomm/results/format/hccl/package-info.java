/** HCCL's demo, the benchmark of collectives on Intel Gaudi. */
@NullMarked
package org.gpucomm.results.format.hccl;

import org.jspecify.annotations.NullMarked;
