/** Benchmarks of GPU communication, plans and the doctor. All native calls are in the {@code ffi} packages. */
@NullMarked
package org.gpucomm.runner;

import org.jspecify.annotations.NullMarked;
