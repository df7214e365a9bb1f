/** Live view of a run on a server. Results are written to their file first, so a failure here cannot lose or delay them. */
@NullMarked
package org.gpucomm.runner.live;

import org.jspecify.annotations.NullMarked;
