/** Encoder of PNG files. */
@NullMarked
package org.gpucomm.figures.png;

import org.jspecify.annotations.NullMarked;
