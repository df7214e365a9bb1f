/** Sending of result files to a gpucomm server, shared by {@code gpucomm upload} and {@code --upload}. */
@NullMarked
package org.gpucomm.results.upload;

import org.jspecify.annotations.NullMarked;
