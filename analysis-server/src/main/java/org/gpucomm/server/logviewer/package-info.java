/**
 * An upload's log, each line with what became of it. The stored bytes are read again and kept in blocks beside the data, so
 * that a page anywhere in a long log costs the reading of a block or two.
 */
@NullMarked
package org.gpucomm.server.logviewer;

import org.jspecify.annotations.NullMarked;
