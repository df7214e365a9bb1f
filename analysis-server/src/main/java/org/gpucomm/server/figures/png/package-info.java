/** PNG files of charts. */
@NullMarked
package org.gpucomm.server.figures.png;

import org.jspecify.annotations.NullMarked;
