@NullMarked
package org.gpucomm.results.format.rocmbandwidth;

import org.jspecify.annotations.NullMarked;
