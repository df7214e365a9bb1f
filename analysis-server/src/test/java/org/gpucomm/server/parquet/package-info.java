/** What data frames, DuckDB and SQL read of a server. */
@NullMarked
package org.gpucomm.server.parquet;

import org.jspecify.annotations.NullMarked;
