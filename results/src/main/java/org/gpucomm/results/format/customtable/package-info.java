/** Custom tables in CSV or text, whose columns are recognised by their names and units. */
@NullMarked
package org.gpucomm.results.format.customtable;

import org.jspecify.annotations.NullMarked;
