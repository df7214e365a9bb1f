@NullMarked
package org.gpucomm.server.analysis.history;

import org.jspecify.annotations.NullMarked;
