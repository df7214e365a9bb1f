/** Tables as Parquet, which data frames and DuckDB read by one line. */
@NullMarked
package org.gpucomm.figures.parquet;

import org.jspecify.annotations.NullMarked;
