@NullMarked
package org.gpucomm.analysis.matrices;

import org.jspecify.annotations.NullMarked;
