/** Programs that print one result per line, without a table: PARAM, Google Benchmark and small scripts. */
@NullMarked
package org.gpucomm.results.format.lines;

import org.jspecify.annotations.NullMarked;
