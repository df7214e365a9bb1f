@NullMarked
package org.gpucomm.results;

import org.jspecify.annotations.NullMarked;
