/** Reports a run to a server while it goes on. Results are kept in their file; nothing here can lose or delay them. */
@NullMarked
package org.gpucomm.runner.live;

import org.jspecify.annotations.NullMarked;
