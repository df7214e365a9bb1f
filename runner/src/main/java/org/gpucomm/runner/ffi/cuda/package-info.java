/** CUDA driver and runtime. */
@NullMarked
package org.gpucomm.runner.ffi.cuda;

import org.jspecify.annotations.NullMarked;
