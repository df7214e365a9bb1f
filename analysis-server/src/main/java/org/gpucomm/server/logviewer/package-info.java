/** Log of an upload, with the classification of each line, cached in blocks so that any page can be read quickly. */
@NullMarked
package org.gpucomm.server.logviewer;

import org.jspecify.annotations.NullMarked;
