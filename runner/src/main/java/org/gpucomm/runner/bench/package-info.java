/** The command {@code bench}: the one list of families, and their options put together. */
@NullMarked
package org.gpucomm.runner.bench;

import org.jspecify.annotations.NullMarked;
