@NullMarked
package org.gpucomm.server.mcp;

import org.jspecify.annotations.NullMarked;
