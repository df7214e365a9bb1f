/** {@code gpucomm tune}: writes a tuner file from measurements. */
@NullMarked
package org.gpucomm.cli.tune;

import org.jspecify.annotations.NullMarked;
