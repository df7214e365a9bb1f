/** Repeated reading of uploads by newer parsers, and the resulting changes. */
@NullMarked
package org.gpucomm.server.ingest.rereading;

import org.jspecify.annotations.NullMarked;
