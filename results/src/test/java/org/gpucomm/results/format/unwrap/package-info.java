@NullMarked
package org.gpucomm.results.format.unwrap;

import org.jspecify.annotations.NullMarked;
