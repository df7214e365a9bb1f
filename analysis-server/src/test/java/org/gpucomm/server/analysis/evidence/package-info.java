@NullMarked
package org.gpucomm.server.analysis.evidence;

import org.jspecify.annotations.NullMarked;
