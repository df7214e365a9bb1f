/**
 * PNG files of charts. Charts are nearly all runs of equal pixels and rows like the row above; an encoder that knows this
 * is several times faster than a general one, and its bytes do not depend on which zlib the machine has.
 */
@NullMarked
package org.gpucomm.server.figures.png;

import org.jspecify.annotations.NullMarked;
