/** The printed report of NVIDIA's cluster readiness examination. */
@NullMarked
package org.gpucomm.results.format.readiness;

import org.jspecify.annotations.NullMarked;
