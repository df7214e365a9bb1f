/**
 * What logs come packed in: gzip, bzip2, xz, zip and tar, one in another. Everything is read as it comes, nothing is written
 * anywhere, and memory does not grow with what is unpacked.
 */
@NullMarked
package org.gpucomm.results.format.unpack;

import org.jspecify.annotations.NullMarked;
