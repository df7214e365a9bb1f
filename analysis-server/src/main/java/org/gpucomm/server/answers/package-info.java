/** Cache of answers, and the tag by which clients validate their copies. */
@NullMarked
package org.gpucomm.server.answers;

import org.jspecify.annotations.NullMarked;
