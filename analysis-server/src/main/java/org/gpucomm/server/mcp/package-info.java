/** What programs that work for people (agents) ask of the server: the pages' own answers, as tools of the Model Context Protocol. */
@NullMarked
package org.gpucomm.server.mcp;

import org.jspecify.annotations.NullMarked;
