/** Backup of a server into a file, its restoration, and the move from H2 to PostgreSQL. Copied rows are verified by checksums. */
@NullMarked
package org.gpucomm.server.backup;

import org.jspecify.annotations.NullMarked;
