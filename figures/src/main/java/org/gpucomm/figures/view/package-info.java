/** Conversion of the dashboard's views to figures with the same curves, colours, marks and words. */
@NullMarked
package org.gpucomm.figures.view;

import org.jspecify.annotations.NullMarked;
