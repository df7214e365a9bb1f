/** Shared code of families that measure on GPUs: choice of the GPUs, clock, launch grids, and the check of results on the device. */
@NullMarked
package org.gpucomm.runner.gpu;

import org.jspecify.annotations.NullMarked;
