/** UCX's ucx_perftest: final lines, progress and CSV. */
@NullMarked
package org.gpucomm.results.format.ucx;

import org.jspecify.annotations.NullMarked;
