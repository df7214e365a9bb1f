/** Acceptance: checks of runs against requirements, as in the purchase of a cluster. */
@NullMarked
package org.gpucomm.analysis.acceptance;

import org.jspecify.annotations.NullMarked;
