/** Cache of answers, and the tag by which a client learns that its copy is still right. */
@NullMarked
package org.gpucomm.server.answers;

import org.jspecify.annotations.NullMarked;
