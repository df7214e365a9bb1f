/** Batch job that reads an upload in chunks and publishes its runs in its last step. */
@NullMarked
package org.gpucomm.server.ingest.imports;

import org.jspecify.annotations.NullMarked;
