/** What stored runs say, for the dashboard and for anyone who uploads. */
@NullMarked
package org.gpucomm.server.analysis.findings;

import org.jspecify.annotations.NullMarked;
