/** {@code gpucomm compare}: compares two sets of files. */
@NullMarked
package org.gpucomm.cli.compare;

import org.jspecify.annotations.NullMarked;
