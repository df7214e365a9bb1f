/**
 * The family {@code proxy}: GPU threads that post requests to queues in pinned memory of the host, and CPU threads that take
 * them and write for the GPU.
 */
@NullMarked
package org.gpucomm.runner.proxy;

import org.jspecify.annotations.NullMarked;
