/** Measurements arranged for analysis: grouped into cells and curves. */
@NullMarked
package org.gpucomm.analysis.evidence;

import org.jspecify.annotations.NullMarked;
