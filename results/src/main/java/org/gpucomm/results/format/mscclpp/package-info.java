/** MSCCL++'s mscclpp-test, with tables like those of nccl-tests but fewer columns. */
@NullMarked
package org.gpucomm.results.format.mscclpp;

import org.jspecify.annotations.NullMarked;
