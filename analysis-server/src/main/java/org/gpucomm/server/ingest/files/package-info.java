/** The bytes of uploads, whole on disk before anything reads them, and the settings of where they are. */
@NullMarked
package org.gpucomm.server.ingest.files;

import org.jspecify.annotations.NullMarked;
