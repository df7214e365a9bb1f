@NullMarked
package org.gpucomm.figures.draw;

import org.jspecify.annotations.NullMarked;
