/** Most important point of some results, and the order of the findings after it. */
@NullMarked
package org.gpucomm.analysis.headline;

import org.jspecify.annotations.NullMarked;
