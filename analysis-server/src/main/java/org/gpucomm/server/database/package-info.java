/** Database of the tables: H2 or PostgreSQL. */
@NullMarked
package org.gpucomm.server.database;

import org.jspecify.annotations.NullMarked;
