/** {@code gpucomm explain}: says on the terminal what files show. */
@NullMarked
package org.gpucomm.cli.explain;

import org.jspecify.annotations.NullMarked;
