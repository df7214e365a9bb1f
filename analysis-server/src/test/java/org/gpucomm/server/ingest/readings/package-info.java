@NullMarked
package org.gpucomm.server.ingest.readings;

import org.jspecify.annotations.NullMarked;
