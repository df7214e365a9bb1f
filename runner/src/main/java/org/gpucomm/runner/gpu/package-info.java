/** What families that measure on GPUs share: which GPUs are a process's seats, and the check of results on the device. */
@NullMarked
package org.gpucomm.runner.gpu;

import org.jspecify.annotations.NullMarked;
