/** One-file report that compares rows with the claims and figures of the EFA study. */
@NullMarked
package org.gpucomm.figures.report;

import org.jspecify.annotations.NullMarked;
