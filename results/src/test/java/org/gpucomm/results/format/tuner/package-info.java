@NullMarked
package org.gpucomm.results.format.tuner;

import org.jspecify.annotations.NullMarked;
