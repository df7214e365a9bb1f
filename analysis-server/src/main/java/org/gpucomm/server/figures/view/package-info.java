/** Views of the dashboard as figures: the same curves, colours, marks and words, drawn by the one engine. */
@NullMarked
package org.gpucomm.server.figures.view;

import org.jspecify.annotations.NullMarked;
