/** What aws-ofi-nccl's show-tuner-decisions prints: choices of its tuner, without a measurement. */
@NullMarked
package org.gpucomm.results.format.tuner;

import org.jspecify.annotations.NullMarked;
