/** How files of results reach a server: at the end of a run, or from a folder where they wait while the server is away. */
@NullMarked
package org.gpucomm.runner.upload;

import org.jspecify.annotations.NullMarked;
