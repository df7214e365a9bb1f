/** {@code gpucomm serve}: the command, where its data lies, and the Spring application that it starts. */
@NullMarked
package org.gpucomm.server.serve;

import org.jspecify.annotations.NullMarked;
