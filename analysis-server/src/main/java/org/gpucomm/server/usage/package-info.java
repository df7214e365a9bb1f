/** Disk usage of a server, for its limits and metrics. */
@NullMarked
package org.gpucomm.server.usage;

import org.jspecify.annotations.NullMarked;
