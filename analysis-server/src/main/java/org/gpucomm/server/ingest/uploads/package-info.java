/** Uploads: their lists and pages, the meanings of columns in tables of unknown formats, and the bundled results. */
@NullMarked
package org.gpucomm.server.ingest.uploads;

import org.jspecify.annotations.NullMarked;
