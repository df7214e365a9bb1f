/** {@code gpucomm doctor}: what this machine has, what is missing, and what that disables. */
@NullMarked
package org.gpucomm.runner.doctor;

import org.jspecify.annotations.NullMarked;
