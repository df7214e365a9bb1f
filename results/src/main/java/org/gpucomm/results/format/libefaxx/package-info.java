/** CSV tables of Libefaxx's experiments: a group of columns per variant, with bandwidths in Gb/s. */
@NullMarked
package org.gpucomm.results.format.libefaxx;

import org.jspecify.annotations.NullMarked;
