/** Histories of stored runs and their changes, over HTTP. */
@NullMarked
package org.gpucomm.server.history;

import org.jspecify.annotations.NullMarked;
