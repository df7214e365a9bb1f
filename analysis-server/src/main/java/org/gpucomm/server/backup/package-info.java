/**
 * All that a server has, taken out of one database and put into another: a backup in a file, its way back, and the move from H2
 * to PostgreSQL. What was put in is read again and compared by counts and checksums.
 */
@NullMarked
package org.gpucomm.server.backup;

import org.jspecify.annotations.NullMarked;
