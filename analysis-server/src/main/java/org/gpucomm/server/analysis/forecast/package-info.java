/** From measured numbers of GPUs to larger ones, where the data allows it. */
@NullMarked
package org.gpucomm.server.analysis.forecast;

import org.jspecify.annotations.NullMarked;
