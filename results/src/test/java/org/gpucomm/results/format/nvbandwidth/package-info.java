@NullMarked
package org.gpucomm.results.format.nvbandwidth;

import org.jspecify.annotations.NullMarked;
