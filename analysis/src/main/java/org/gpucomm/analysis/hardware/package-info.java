/** What hardware can do at most. */
@NullMarked
package org.gpucomm.analysis.hardware;

import org.jspecify.annotations.NullMarked;
