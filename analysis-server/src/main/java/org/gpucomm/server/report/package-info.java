/** Report over HTTP: your rows beside the claims and figures of the EFA study. */
@NullMarked
package org.gpucomm.server.report;

import org.jspecify.annotations.NullMarked;
