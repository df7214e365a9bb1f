/** Figures over HTTP: the bundled ones, figures of stored rows, and views of the dashboard. */
@NullMarked
package org.gpucomm.server.figures;

import org.jspecify.annotations.NullMarked;
