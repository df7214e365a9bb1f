@NullMarked
package org.gpucomm.results.format.transferbench;

import org.jspecify.annotations.NullMarked;
