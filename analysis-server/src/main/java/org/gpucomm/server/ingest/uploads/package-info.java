/** What was sent: its list and pages, what the columns of a table of others mean, and the bundled results. */
@NullMarked
package org.gpucomm.server.ingest.uploads;

import org.jspecify.annotations.NullMarked;
