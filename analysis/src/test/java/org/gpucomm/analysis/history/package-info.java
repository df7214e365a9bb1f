@NullMarked
package org.gpucomm.analysis.history;

import org.jspecify.annotations.NullMarked;
