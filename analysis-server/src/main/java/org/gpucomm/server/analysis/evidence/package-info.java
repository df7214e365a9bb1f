/** Measurements arranged for analysis: each with where it stands, grouped into cells and curves. */
@NullMarked
package org.gpucomm.server.analysis.evidence;

import org.jspecify.annotations.NullMarked;
