@NullMarked
package org.gpucomm.figures;

import org.jspecify.annotations.NullMarked;
