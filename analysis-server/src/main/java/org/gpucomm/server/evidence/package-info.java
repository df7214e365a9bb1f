/** Evidence from stored runs, and links to the rows that support a finding. */
@NullMarked
package org.gpucomm.server.evidence;

import org.jspecify.annotations.NullMarked;
