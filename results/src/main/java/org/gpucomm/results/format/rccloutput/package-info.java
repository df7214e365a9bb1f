/** Files that rccl-tests writes with -Z: a JSON object or a line of CSV for each placement. */
@NullMarked
package org.gpucomm.results.format.rccloutput;

import org.jspecify.annotations.NullMarked;
