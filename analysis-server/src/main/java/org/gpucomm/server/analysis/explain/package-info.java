/** {@code gpucomm explain}: what files say, on the terminal and without a server. */
@NullMarked
package org.gpucomm.server.analysis.explain;

import org.jspecify.annotations.NullMarked;
