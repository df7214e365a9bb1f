/** Comparison of stored runs over HTTP. */
@NullMarked
package org.gpucomm.server.compare;

import org.jspecify.annotations.NullMarked;
