/** Command {@code gpucomm serve}, its options, and the Spring application that it starts. */
@NullMarked
package org.gpucomm.server.serve;

import org.jspecify.annotations.NullMarked;
