/** Who this process is among those that measure together, as options and launchers say it. */
@NullMarked
package org.gpucomm.runner.launch;

import org.jspecify.annotations.NullMarked;
