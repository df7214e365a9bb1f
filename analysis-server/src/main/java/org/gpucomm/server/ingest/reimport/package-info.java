/** Repeated import of uploads by newer parsers, and the resulting changes. */
@NullMarked
package org.gpucomm.server.ingest.reimport;

import org.jspecify.annotations.NullMarked;
