@NullMarked
package org.gpucomm.results.format.ucx;

import org.jspecify.annotations.NullMarked;
