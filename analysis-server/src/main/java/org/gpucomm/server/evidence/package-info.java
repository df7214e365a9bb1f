/** Evidence from stored runs, and their measurements as tables. */
@NullMarked
package org.gpucomm.server.evidence;

import org.jspecify.annotations.NullMarked;
