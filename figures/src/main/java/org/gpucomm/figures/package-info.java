/** Catalogue of bundled figures and the writers of their files. {@code docs/figures.md} explains how to write a figure. */
@NullMarked
package org.gpucomm.figures;

import org.jspecify.annotations.NullMarked;
