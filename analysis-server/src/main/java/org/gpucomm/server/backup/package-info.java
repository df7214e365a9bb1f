/**
 * Copies of all of a server's data: backup into a file, restoration, and the move from H2 to PostgreSQL. The copied rows are read again and
 * compared by counts and checksums.
 */
@NullMarked
package org.gpucomm.server.backup;

import org.jspecify.annotations.NullMarked;
