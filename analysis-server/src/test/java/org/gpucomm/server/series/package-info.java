@NullMarked
package org.gpucomm.server.series;

import org.jspecify.annotations.NullMarked;
