@NullMarked
package org.gpucomm.results.format;

import org.jspecify.annotations.NullMarked;
