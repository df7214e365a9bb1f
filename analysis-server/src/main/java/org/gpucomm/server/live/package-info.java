/** Live runs: measurements that a runner sends while it measures, for a page that shows them as they come. */
@NullMarked
package org.gpucomm.server.live;

import org.jspecify.annotations.NullMarked;
