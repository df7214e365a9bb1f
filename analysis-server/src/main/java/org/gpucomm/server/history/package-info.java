/** Histories of stored runs over HTTP, and the changes found in them. */
@NullMarked
package org.gpucomm.server.history;

import org.jspecify.annotations.NullMarked;
