/** Views of the dashboard as figures, with the same curves, colours, marks and words, by the same renderer. */
@NullMarked
package org.gpucomm.server.figures.view;

import org.jspecify.annotations.NullMarked;
