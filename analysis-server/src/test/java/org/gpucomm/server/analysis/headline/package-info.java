@NullMarked
package org.gpucomm.server.analysis.headline;

import org.jspecify.annotations.NullMarked;
