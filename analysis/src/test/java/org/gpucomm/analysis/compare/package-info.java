@NullMarked
package org.gpucomm.analysis.compare;

import org.jspecify.annotations.NullMarked;
