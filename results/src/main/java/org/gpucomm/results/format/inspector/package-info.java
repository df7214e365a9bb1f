/** Output of NCCL's Inspector plugin: JSON lines of single calls on single ranks, and Prometheus text of means. */
@NullMarked
package org.gpucomm.results.format.inspector;

import org.jspecify.annotations.NullMarked;
