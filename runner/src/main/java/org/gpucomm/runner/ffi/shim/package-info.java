/** Libraries that gpucomm calls through native shims of its own, and the record of a libfabric found without a shim. */
@NullMarked
package org.gpucomm.runner.ffi.shim;

import org.jspecify.annotations.NullMarked;
