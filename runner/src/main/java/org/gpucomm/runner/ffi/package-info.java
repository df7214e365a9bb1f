/**
 * The native libraries, each behind a Java face. The only place of gpucomm that touches {@code java.lang.foreign}: C names
 * stay inside, return codes are judged outside the downcall's {@code try}, and a library that is not there is a value with
 * reasons.
 */
@NullMarked
package org.gpucomm.runner.ffi;

import org.jspecify.annotations.NullMarked;
