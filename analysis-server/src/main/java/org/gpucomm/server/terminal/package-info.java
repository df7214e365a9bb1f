/** What the commands of {@code ./gpucomm} share: where they print, and how they say that they were used wrongly. No Spring here. */
@NullMarked
package org.gpucomm.server.terminal;

import org.jspecify.annotations.NullMarked;
