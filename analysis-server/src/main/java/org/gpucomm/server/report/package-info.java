/** One's own rows beside the EFA study's: its claims and its figures, in one file. */
@NullMarked
package org.gpucomm.server.report;

import org.jspecify.annotations.NullMarked;
