@NullMarked
package org.gpucomm.server.analysis.noise;

import org.jspecify.annotations.NullMarked;
