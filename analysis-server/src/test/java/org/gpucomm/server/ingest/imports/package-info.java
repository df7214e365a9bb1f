@NullMarked
package org.gpucomm.server.ingest.imports;

import org.jspecify.annotations.NullMarked;
