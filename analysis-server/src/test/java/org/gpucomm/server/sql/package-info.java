/** What queries of SQL may and may not do. */
@NullMarked
package org.gpucomm.server.sql;

import org.jspecify.annotations.NullMarked;
