/** Where results go while they are measured: the terminal, files, a server. */
@NullMarked
package org.gpucomm.runner.output;

import org.jspecify.annotations.NullMarked;
