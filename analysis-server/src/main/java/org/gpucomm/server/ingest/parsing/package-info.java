/** Parsing of stored uploads: one reading for each version of the parsers, with numbered entries. */
@NullMarked
package org.gpucomm.server.ingest.parsing;

import org.jspecify.annotations.NullMarked;
