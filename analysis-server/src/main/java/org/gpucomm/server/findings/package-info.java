/** Findings on stored runs, for the dashboard and for clients that upload. */
@NullMarked
package org.gpucomm.server.findings;

import org.jspecify.annotations.NullMarked;
