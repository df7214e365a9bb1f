/** The dashboard in a real browser. */
@NullMarked
package org.gpucomm.server.dashboard;

import org.jspecify.annotations.NullMarked;
