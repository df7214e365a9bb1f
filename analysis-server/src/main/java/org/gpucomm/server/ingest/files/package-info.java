/** Bytes of uploads, complete on disk before anything reads them, and the settings of their storage. */
@NullMarked
package org.gpucomm.server.ingest.files;

import org.jspecify.annotations.NullMarked;
