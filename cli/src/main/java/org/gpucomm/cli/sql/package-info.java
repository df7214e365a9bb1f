/** {@code gpucomm sql}: DuckDB over the Parquet files of all uploads, also in a process with limits, for a server. */
@NullMarked
package org.gpucomm.cli.sql;

import org.jspecify.annotations.NullMarked;
