@NullMarked
package org.gpucomm.server.ingest;

import org.jspecify.annotations.NullMarked;
