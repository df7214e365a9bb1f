@NullMarked
package org.gpucomm.server.hardware;

import org.jspecify.annotations.NullMarked;
