@NullMarked
package org.gpucomm.results.format.bench;

import org.jspecify.annotations.NullMarked;
