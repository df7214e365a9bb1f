/** NVIDIA's management library, NVML. */
@NullMarked
package org.gpucomm.runner.ffi.nvml;

import org.jspecify.annotations.NullMarked;
