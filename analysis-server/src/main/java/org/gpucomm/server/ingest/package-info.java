/**
 * Ingestion, from uploads to published runs. {@code uploads} receives bytes, {@code files} stores them, {@code imports} turns them into
 * runs with {@code parsing}, and {@code reimports} repeats that (docs/decisions/0007-ingestion.md). This package has the work at a server's
 * start.
 */
@NullMarked
package org.gpucomm.server.ingest;

import org.jspecify.annotations.NullMarked;
