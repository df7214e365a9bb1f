/** Overlays: the contents of a file, read for a chart to draw over its own curves, and not stored. */
@NullMarked
package org.gpucomm.server.overlay;

import org.jspecify.annotations.NullMarked;
