/** Repeated runs over time: where the curve as a whole changed, and what changed with it. */
@NullMarked
package org.gpucomm.analysis.history;

import org.jspecify.annotations.NullMarked;
