/** Output of aws-ofi-nccl's show-tuner-decisions: choices of its tuner, without a measurement. */
@NullMarked
package org.gpucomm.results.format.tuner;

import org.jspecify.annotations.NullMarked;
