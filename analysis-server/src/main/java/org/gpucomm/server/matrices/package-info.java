/** Matrices of measurements over HTTP. */
@NullMarked
package org.gpucomm.server.matrices;

import org.jspecify.annotations.NullMarked;
