/** The figures that come with gpucomm, as a command and over HTTP. How to write one is in {@code docs/figures.md}. */
@NullMarked
package org.gpucomm.server.figures;

import org.jspecify.annotations.NullMarked;
