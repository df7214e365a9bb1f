@NullMarked
package org.gpucomm.analysis.evidence;

import org.jspecify.annotations.NullMarked;
