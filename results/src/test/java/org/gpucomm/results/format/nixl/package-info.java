@NullMarked
package org.gpucomm.results.format.nixl;

import org.jspecify.annotations.NullMarked;
