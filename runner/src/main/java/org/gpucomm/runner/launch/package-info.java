/** Detection of the rank and place of this process from options and launchers. */
@NullMarked
package org.gpucomm.runner.launch;

import org.jspecify.annotations.NullMarked;
