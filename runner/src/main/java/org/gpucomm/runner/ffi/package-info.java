/**
 * The native libraries, each behind a Java face. The only place of gpucomm that touches {@code java.lang.foreign}: C names
 * stay inside, and a library that is not there is a value with reasons.
 */
@NullMarked
package org.gpucomm.runner.ffi;

import org.jspecify.annotations.NullMarked;
