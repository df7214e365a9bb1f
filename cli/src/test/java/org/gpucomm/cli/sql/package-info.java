/** What queries of SQL may and may not do. */
@NullMarked
package org.gpucomm.cli.sql;

import org.jspecify.annotations.NullMarked;
