/** The OSU micro-benchmarks of MPI, and their variants for NCCL and OpenSHMEM. */
@NullMarked
package org.gpucomm.results.format.osu;

import org.jspecify.annotations.NullMarked;
