@NullMarked
package org.gpucomm.server.ingest.files;

import org.jspecify.annotations.NullMarked;
