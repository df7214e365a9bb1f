/** Scaling curves and forecasts over HTTP. */
@NullMarked
package org.gpucomm.server.scaling;

import org.jspecify.annotations.NullMarked;
