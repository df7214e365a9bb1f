@NullMarked
package org.gpucomm.analysis.headline;

import org.jspecify.annotations.NullMarked;
