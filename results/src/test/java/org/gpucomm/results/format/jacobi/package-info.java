@NullMarked
package org.gpucomm.results.format.jacobi;

import org.jspecify.annotations.NullMarked;
