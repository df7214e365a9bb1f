/**
 * The family {@code nvlink}: GPUs of one host that read and write one another's memory, by kernels and by copy engines, and
 * all-to-alls made of that. No communication library takes part.
 */
@NullMarked
package org.gpucomm.runner.nvlink;

import org.jspecify.annotations.NullMarked;
