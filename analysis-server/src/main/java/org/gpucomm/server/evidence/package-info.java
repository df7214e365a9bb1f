/** Evidence from stored runs, and links to the rows that a finding rests on. */
@NullMarked
package org.gpucomm.server.evidence;

import org.jspecify.annotations.NullMarked;
