@NullMarked
package org.gpucomm.server.ingest.parsing;

import org.jspecify.annotations.NullMarked;
