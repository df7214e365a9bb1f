/** Writer of Parquet files, which data frames and DuckDB read directly. */
@NullMarked
package org.gpucomm.figures.parquet;

import org.jspecify.annotations.NullMarked;
