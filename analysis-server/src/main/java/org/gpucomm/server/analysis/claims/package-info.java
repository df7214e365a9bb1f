/** The claims of the EFA study, each computed from its data again. */
@NullMarked
package org.gpucomm.server.analysis.claims;

import org.jspecify.annotations.NullMarked;
