/** Tools of the Model Context Protocol, through which agents get the answers of the pages. */
@NullMarked
package org.gpucomm.server.mcp;

import org.jspecify.annotations.NullMarked;
