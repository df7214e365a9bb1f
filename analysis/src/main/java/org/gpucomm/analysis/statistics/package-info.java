/** Noise estimates for rules and comparisons: how much a time varies from one process to the next. */
@NullMarked
package org.gpucomm.analysis.statistics;

import org.jspecify.annotations.NullMarked;
