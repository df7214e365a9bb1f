@NullMarked
package org.gpucomm.server.analysis.claims;

import org.jspecify.annotations.NullMarked;
