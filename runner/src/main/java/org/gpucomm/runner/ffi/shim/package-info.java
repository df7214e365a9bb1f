/** Libraries that gpucomm calls through native shims of its own, and records of the libraries found without a shim. */
@NullMarked
package org.gpucomm.runner.ffi.shim;

import org.jspecify.annotations.NullMarked;
