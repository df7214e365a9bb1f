/** Tables that {@code gpucomm bench} prints for families other than NCCL. */
@NullMarked
package org.gpucomm.results.format.bench;

import org.jspecify.annotations.NullMarked;
