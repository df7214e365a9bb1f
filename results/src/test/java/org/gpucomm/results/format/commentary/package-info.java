@NullMarked
package org.gpucomm.results.format.commentary;

import org.jspecify.annotations.NullMarked;
