@NullMarked
package org.gpucomm.results.format.readiness;

import org.jspecify.annotations.NullMarked;
