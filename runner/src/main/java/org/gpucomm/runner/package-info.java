/** Measures. Every native call is in the {@code ffi} packages below this one. */
@NullMarked
package org.gpucomm.runner;

import org.jspecify.annotations.NullMarked;
