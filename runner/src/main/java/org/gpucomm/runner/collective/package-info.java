/**
 * What goes where in a collective operation and what must arrive, for every library alike: layouts, exchanges, routings,
 * element types and reductions. Pure; no library is known here.
 */
@NullMarked
package org.gpucomm.runner.collective;

import org.jspecify.annotations.NullMarked;
