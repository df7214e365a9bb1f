/**
 * Access to native libraries through {@code java.lang.foreign}. C names stay inside this package, and a library that cannot be loaded is an
 * {@link org.gpucomm.runner.ffi.Availability.Absent} with reasons.
 */
@NullMarked
package org.gpucomm.runner.ffi;

import org.jspecify.annotations.NullMarked;
