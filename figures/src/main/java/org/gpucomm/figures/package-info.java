/** The bundled figures and the files that they are drawn into. {@code docs/figures.md} explains how to write one. */
@NullMarked
package org.gpucomm.figures;

import org.jspecify.annotations.NullMarked;
