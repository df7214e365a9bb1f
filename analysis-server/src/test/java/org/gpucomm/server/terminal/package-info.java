@NullMarked
package org.gpucomm.server.terminal;

import org.jspecify.annotations.NullMarked;
