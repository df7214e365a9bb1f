/** MSCCL++'s mscclpp-test, whose tables look like nccl-tests' and say less. */
@NullMarked
package org.gpucomm.results.format.mscclpp;

import org.jspecify.annotations.NullMarked;
