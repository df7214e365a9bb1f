/** Stored runs and their measurements, the search for runs, and the overview. */
@NullMarked
package org.gpucomm.server.runs;

import org.jspecify.annotations.NullMarked;
