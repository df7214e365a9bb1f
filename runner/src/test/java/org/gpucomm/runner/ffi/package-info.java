@NullMarked
package org.gpucomm.runner.ffi;

import org.jspecify.annotations.NullMarked;
