/** Output of DeepSpeed's logger of communication at the end of a training run. */
@NullMarked
package org.gpucomm.results.format.deepspeed;

import org.jspecify.annotations.NullMarked;
