/** Family {@code proxy}: GPU threads post requests to queues in pinned host memory, and CPU threads serve them by writing for the GPU. */
@NullMarked
package org.gpucomm.runner.proxy;

import org.jspecify.annotations.NullMarked;
