@NullMarked
package org.gpucomm.results.format.imb;

import org.jspecify.annotations.NullMarked;
