/** Claims of the EFA study over HTTP, and stored runs compared with it. */
@NullMarked
package org.gpucomm.server.study;

import org.jspecify.annotations.NullMarked;
