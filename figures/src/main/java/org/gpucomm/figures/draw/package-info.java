/**
 * Rendering of figures. JFreeChart draws the plots. Letters are filled outlines of a bundled font, so a picture does not depend on the
 * machine's fonts.
 */
@NullMarked
package org.gpucomm.figures.draw;

import org.jspecify.annotations.NullMarked;
