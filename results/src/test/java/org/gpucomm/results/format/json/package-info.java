@NullMarked
package org.gpucomm.results.format.json;

import org.jspecify.annotations.NullMarked;
