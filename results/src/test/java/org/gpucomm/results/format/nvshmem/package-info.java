@NullMarked
package org.gpucomm.results.format.nvshmem;

import org.jspecify.annotations.NullMarked;
