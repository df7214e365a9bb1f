/** How much a time differs from one process to the next, for every rule and for comparisons: measured where it can be. */
@NullMarked
package org.gpucomm.server.analysis.noise;

import org.jspecify.annotations.NullMarked;
