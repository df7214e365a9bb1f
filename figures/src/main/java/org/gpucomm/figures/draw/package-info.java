/**
 * Figures as pictures: JFreeChart draws the plots, letters are filled outlines of the bundled font, so that a picture
 * depends neither on the fonts nor on the font software of the machine.
 */
@NullMarked
package org.gpucomm.figures.draw;

import org.jspecify.annotations.NullMarked;
