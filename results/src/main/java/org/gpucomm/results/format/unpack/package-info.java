/**
 * Unpacking of logs: gzip, bzip2, xz, zip and tar, also nested. All bytes are read as a stream, nothing is written to disk, and memory does
 * not grow with the unpacked size.
 */
@NullMarked
package org.gpucomm.results.format.unpack;

import org.jspecify.annotations.NullMarked;
