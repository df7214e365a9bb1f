@NullMarked
package org.gpucomm.server.analysis.tune;

import org.jspecify.annotations.NullMarked;
