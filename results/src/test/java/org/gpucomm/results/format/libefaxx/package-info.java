@NullMarked
package org.gpucomm.results.format.libefaxx;

import org.jspecify.annotations.NullMarked;
