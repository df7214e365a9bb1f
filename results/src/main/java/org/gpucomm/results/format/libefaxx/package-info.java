/** The CSV tables of Libefaxx's experiments: a group of columns a variant, bandwidth in Gb/s. */
@NullMarked
package org.gpucomm.results.format.libefaxx;

import org.jspecify.annotations.NullMarked;
