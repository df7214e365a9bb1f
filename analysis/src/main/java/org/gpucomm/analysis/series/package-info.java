/** Curves of many runs together: which runs share a curve, what a point stands for, how curves are named, and what to beware of. */
@NullMarked
package org.gpucomm.analysis.series;

import org.jspecify.annotations.NullMarked;
