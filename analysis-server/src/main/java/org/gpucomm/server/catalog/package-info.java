/** What was imported, to look at: runs and their points, series over all ready runs, what can be chosen, the overview. */
@NullMarked
package org.gpucomm.server.catalog;

import org.jspecify.annotations.NullMarked;
