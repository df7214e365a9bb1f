/** Overlays: what a file holds, read for a chart to draw over its own curves, of which nothing is kept. */
@NullMarked
package org.gpucomm.server.overlay;

import org.jspecify.annotations.NullMarked;
