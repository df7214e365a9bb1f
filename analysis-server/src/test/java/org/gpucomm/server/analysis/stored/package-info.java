@NullMarked
package org.gpucomm.server.analysis.stored;

import org.jspecify.annotations.NullMarked;
