@NullMarked
package org.gpucomm.server.figures.draw;

import org.jspecify.annotations.NullMarked;
