@NullMarked
package org.gpucomm.results.format.mscclpp;

import org.jspecify.annotations.NullMarked;
