/** Gloo's benchmark. */
@NullMarked
package org.gpucomm.results.format.gloo;

import org.jspecify.annotations.NullMarked;
