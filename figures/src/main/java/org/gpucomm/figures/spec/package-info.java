/** Figure specs: YAML files that select the rows of a figure and describe how to draw them. {@code docs/figures.md} explains every key. */
@NullMarked
package org.gpucomm.figures.spec;

import org.jspecify.annotations.NullMarked;
