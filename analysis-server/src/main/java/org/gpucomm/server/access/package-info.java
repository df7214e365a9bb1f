/** Who may read, upload and manage: tokens, users that a trusted proxy names, how wrong tokens are slowed, and who did what. */
@NullMarked
package org.gpucomm.server.access;

import org.jspecify.annotations.NullMarked;
