/** Sends files of results to a gpucomm server: what {@code gpucomm upload} and {@code --upload} have in common. */
@NullMarked
package org.gpucomm.results.upload;

import org.jspecify.annotations.NullMarked;
