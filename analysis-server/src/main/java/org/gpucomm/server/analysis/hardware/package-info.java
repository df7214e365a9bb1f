/** What hardware can do at most. */
@NullMarked
package org.gpucomm.server.analysis.hardware;

import org.jspecify.annotations.NullMarked;
