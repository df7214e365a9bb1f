/** The Intel MPI Benchmarks: IMB-MPI1, IMB-NBC, IMB-RMA and similar programs. */
@NullMarked
package org.gpucomm.results.format.imb;

import org.jspecify.annotations.NullMarked;
