@NullMarked
package org.gpucomm.results.format.context;

import org.jspecify.annotations.NullMarked;
