/** CSV tables of the EFA study {@code aws-gpu-communication-benchmark}, in six layouts. */
@NullMarked
package org.gpucomm.results.format.study;

import org.jspecify.annotations.NullMarked;
