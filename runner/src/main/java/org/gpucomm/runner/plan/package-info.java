/** Plans: what is measured, in which order, as a file says it. Nothing here runs anything. */
@NullMarked
package org.gpucomm.runner.plan;

import org.jspecify.annotations.NullMarked;
