/** Stored runs and their points, the values to filter by, and the overview. */
@NullMarked
package org.gpucomm.server.runs;

import org.jspecify.annotations.NullMarked;
