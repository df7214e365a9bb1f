@NullMarked
package org.gpucomm.server.figures.chart;

import org.jspecify.annotations.NullMarked;
