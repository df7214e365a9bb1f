/** Tuner files for NCCL's example plugin, written only if measurements show that they win. */
@NullMarked
package org.gpucomm.analysis.tuning;

import org.jspecify.annotations.NullMarked;
