/** Views of the dashboard as figures, with the same curves, colours, marks and words. */
@NullMarked
package org.gpucomm.figures.view;

import org.jspecify.annotations.NullMarked;
