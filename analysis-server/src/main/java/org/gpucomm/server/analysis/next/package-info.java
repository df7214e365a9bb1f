/** The next run: what to measure so that open questions of findings are answered, as a plan that the runner runs. */
@NullMarked
package org.gpucomm.server.analysis.next;

import org.jspecify.annotations.NullMarked;
