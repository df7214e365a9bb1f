/** What DeepSpeed's logger of communication prints at the end of a training run. */
@NullMarked
package org.gpucomm.results.format.deepspeed;

import org.jspecify.annotations.NullMarked;
