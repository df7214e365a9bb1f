/** Comparison of two sets of results: what is faster, how sure that is, and what else differs. */
@NullMarked
package org.gpucomm.analysis.compare;

import org.jspecify.annotations.NullMarked;
