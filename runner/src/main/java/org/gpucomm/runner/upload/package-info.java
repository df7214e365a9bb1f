/** Upload of result files to a server: at the end of a run, or later from a spool while the server is unavailable. */
@NullMarked
package org.gpucomm.runner.upload;

import org.jspecify.annotations.NullMarked;
