/** {@code gpucomm explain}: explains results on the terminal. {@code gpucomm hardware}: prints forms for hardware profiles. */
@NullMarked
package org.gpucomm.cli.explain;

import org.jspecify.annotations.NullMarked;
