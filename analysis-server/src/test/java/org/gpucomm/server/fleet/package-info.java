/** Logs as several clusters, tools and versions of libraries write them, for tests that must keep them apart. */
@NullMarked
package org.gpucomm.server.fleet;

import org.jspecify.annotations.NullMarked;
