/** Access: tokens, users from a trusted proxy, scopes, limits for wrong tokens, and the audit log. */
@NullMarked
package org.gpucomm.server.access;

import org.jspecify.annotations.NullMarked;
