@NullMarked
package org.gpucomm.results.format.container.zstd;

import org.jspecify.annotations.NullMarked;
