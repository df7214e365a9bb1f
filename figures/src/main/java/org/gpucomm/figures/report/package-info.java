/** Report in one file: your rows beside the claims and figures of the EFA study. */
@NullMarked
package org.gpucomm.figures.report;

import org.jspecify.annotations.NullMarked;
