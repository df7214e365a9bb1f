/** gpucomm's own CSV: the canonical measurement, one row per measured point. Columns are a contract (docs/csv.md). */
@NullMarked
package org.gpucomm.results.format.canonical;

import org.jspecify.annotations.NullMarked;
