/**
 * Log of an upload, with the classification of each line. The stored bytes are read again and cached in blocks next to the data, so that
 * any page of a long log needs only a block or two.
 */
@NullMarked
package org.gpucomm.server.logviewer;

import org.jspecify.annotations.NullMarked;
