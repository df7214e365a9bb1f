/** Queries of stored measurements: filters, curves and counts. {@link org.gpucomm.analysis.identity} defines what a series is. */
@NullMarked
package org.gpucomm.server.series;

import org.jspecify.annotations.NullMarked;
