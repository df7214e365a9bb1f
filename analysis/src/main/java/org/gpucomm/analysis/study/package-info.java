/** Claims of the EFA study, recomputed from its data. */
@NullMarked
package org.gpucomm.analysis.study;

import org.jspecify.annotations.NullMarked;
