@NullMarked
package org.gpucomm.server.lines;

import org.jspecify.annotations.NullMarked;
