@NullMarked
package org.gpucomm.results.format.bandwidthtest;

import org.jspecify.annotations.NullMarked;
