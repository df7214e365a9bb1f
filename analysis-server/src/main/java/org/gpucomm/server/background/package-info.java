/** Background tasks such as imports and housekeeping, as tasks of db-scheduler that the servers of a database share. */
@NullMarked
package org.gpucomm.server.background;

import org.jspecify.annotations.NullMarked;
