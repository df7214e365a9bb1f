/** Who this process is among those that measure together, and how they meet. */
@NullMarked
package org.gpucomm.runner.ranks;

import org.jspecify.annotations.NullMarked;
