@NullMarked
package org.gpucomm.server.overlay;

import org.jspecify.annotations.NullMarked;
