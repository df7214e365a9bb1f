@NullMarked
package org.gpucomm.server.analysis.forecast;

import org.jspecify.annotations.NullMarked;
