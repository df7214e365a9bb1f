/** Claims of the EFA study over HTTP. */
@NullMarked
package org.gpucomm.server.study;

import org.jspecify.annotations.NullMarked;
