/** {@code gpucomm figures}: draws the bundled figures, also from a user's rows. */
@NullMarked
package org.gpucomm.cli.figures;

import org.jspecify.annotations.NullMarked;
