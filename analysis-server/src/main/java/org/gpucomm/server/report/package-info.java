/** Report over HTTP that compares stored rows with the EFA study. */
@NullMarked
package org.gpucomm.server.report;

import org.jspecify.annotations.NullMarked;
