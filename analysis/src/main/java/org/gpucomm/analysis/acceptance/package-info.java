/** Acceptance: runs held against requirements, as a buyer of a cluster does. */
@NullMarked
package org.gpucomm.analysis.acceptance;

import org.jspecify.annotations.NullMarked;
