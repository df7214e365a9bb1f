@NullMarked
package org.gpucomm.analysis.statistics;

import org.jspecify.annotations.NullMarked;
