/** Collective operations, independent of any library: layouts and expected results, exchanges, routings, element types and reductions. */
@NullMarked
package org.gpucomm.runner.collective;

import org.jspecify.annotations.NullMarked;
