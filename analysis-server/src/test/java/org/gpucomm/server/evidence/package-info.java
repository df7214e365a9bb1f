@NullMarked
package org.gpucomm.server.evidence;

import org.jspecify.annotations.NullMarked;
