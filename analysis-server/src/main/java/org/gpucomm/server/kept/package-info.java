/** Answers that are kept until something changes. */
@NullMarked
package org.gpucomm.server.kept;

import org.jspecify.annotations.NullMarked;
