/** Two sets of results against one another: what is faster, how sure that is, and what else differs. */
@NullMarked
package org.gpucomm.server.analysis.compare;

import org.jspecify.annotations.NullMarked;
