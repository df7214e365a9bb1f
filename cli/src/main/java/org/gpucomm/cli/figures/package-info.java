/** {@code gpucomm figures}: draws the bundled figures and figures of your own rows. */
@NullMarked
package org.gpucomm.cli.figures;

import org.jspecify.annotations.NullMarked;
