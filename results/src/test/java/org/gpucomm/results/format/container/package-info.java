@NullMarked
package org.gpucomm.results.format.container;

import org.jspecify.annotations.NullMarked;
