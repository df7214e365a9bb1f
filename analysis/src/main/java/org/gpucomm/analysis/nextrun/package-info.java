/** Plans for the next run: what to measure to answer the open questions of findings. */
@NullMarked
package org.gpucomm.analysis.nextrun;

import org.jspecify.annotations.NullMarked;
