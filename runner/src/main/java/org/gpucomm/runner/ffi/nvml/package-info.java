/** NVIDIA's management library. */
@NullMarked
package org.gpucomm.runner.ffi.nvml;

import org.jspecify.annotations.NullMarked;
