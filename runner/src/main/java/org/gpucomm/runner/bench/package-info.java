/** Command {@code bench}, and the list of all families. */
@NullMarked
package org.gpucomm.runner.bench;

import org.jspecify.annotations.NullMarked;
