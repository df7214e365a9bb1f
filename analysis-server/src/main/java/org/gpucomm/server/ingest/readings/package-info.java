/** What a reading is: an upload as one version of the parsers reads it, and its entries, numbered, from the stored bytes. */
@NullMarked
package org.gpucomm.server.ingest.readings;

import org.jspecify.annotations.NullMarked;
