/** Measurements for engines of SQL: a Parquet file for each upload, and DuckDB, which reads them all. */
@NullMarked
package org.gpucomm.server.sql;

import org.jspecify.annotations.NullMarked;
