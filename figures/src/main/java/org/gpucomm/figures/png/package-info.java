/** PNG files of charts. */
@NullMarked
package org.gpucomm.figures.png;

import org.jspecify.annotations.NullMarked;
