/** The table that {@code gpucomm bench} prints of families other than NCCL. */
@NullMarked
package org.gpucomm.results.format.bench;

import org.jspecify.annotations.NullMarked;
