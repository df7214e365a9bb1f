/**
 * All file formats of results, with a package per tool below this one. Bytes become lines, the head of the file decides the format, and its
 * parser gives each line exactly one {@link org.gpucomm.results.format.Entry}.
 */
@NullMarked
package org.gpucomm.results.format;

import org.jspecify.annotations.NullMarked;
