@NullMarked
package org.gpucomm.results.format.wrapping;

import org.jspecify.annotations.NullMarked;
