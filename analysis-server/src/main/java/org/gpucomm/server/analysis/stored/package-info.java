/** Evidence out of the runs that a server keeps, and links to the rows that something was found in. */
@NullMarked
package org.gpucomm.server.analysis.stored;

import org.jspecify.annotations.NullMarked;
