@NullMarked
package org.gpucomm.results.format.deepep;

import org.jspecify.annotations.NullMarked;
