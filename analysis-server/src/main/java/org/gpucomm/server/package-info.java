/** Analysis server, and the commands of {@code ./gpucomm} that do not measure. Each package below is a feature. */
@NullMarked
package org.gpucomm.server;

import org.jspecify.annotations.NullMarked;
