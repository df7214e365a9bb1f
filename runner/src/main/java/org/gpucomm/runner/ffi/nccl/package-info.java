/** NCCL: finding, loading and calling it. */
@NullMarked
package org.gpucomm.runner.ffi.nccl;

import org.jspecify.annotations.NullMarked;
