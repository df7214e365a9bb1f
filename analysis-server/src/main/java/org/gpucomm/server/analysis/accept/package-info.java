/** Acceptance: runs held against requirements, as a buyer of a cluster does. */
@NullMarked
package org.gpucomm.server.analysis.accept;

import org.jspecify.annotations.NullMarked;
