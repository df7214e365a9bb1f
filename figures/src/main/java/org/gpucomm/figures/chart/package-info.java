/**
 * What a figure is: panels of series with axes and a title. One value, which pictures, tables and JSON draw.
 */
@NullMarked
package org.gpucomm.figures.chart;

import org.jspecify.annotations.NullMarked;
