@NullMarked
package org.gpucomm.analysis.scaling;

import org.jspecify.annotations.NullMarked;
