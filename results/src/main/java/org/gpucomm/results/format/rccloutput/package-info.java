/** What rccl-tests writes to a file with -Z: a JSON object or a line of CSV for each placement. */
@NullMarked
package org.gpucomm.results.format.rccloutput;

import org.jspecify.annotations.NullMarked;
