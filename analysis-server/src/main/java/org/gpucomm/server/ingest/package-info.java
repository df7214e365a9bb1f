/**
 * From upload to published runs. Bytes are stored whole before anything reads them; a batch job reads them in chunks and
 * publishes their runs in its last step (docs/decisions/0007-ingestion-job.md).
 */
@NullMarked
package org.gpucomm.server.ingest;

import org.jspecify.annotations.NullMarked;
