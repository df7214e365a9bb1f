/** Model of figures: panels of series with axes and a title. Pictures, tables and JSON are made from the same model. */
@NullMarked
package org.gpucomm.figures.chart;

import org.jspecify.annotations.NullMarked;
