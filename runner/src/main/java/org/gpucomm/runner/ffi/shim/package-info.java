/** Libraries whose calls need native code of gpucomm's own, and what is known of them without it. */
@NullMarked
package org.gpucomm.runner.ffi.shim;

import org.jspecify.annotations.NullMarked;
