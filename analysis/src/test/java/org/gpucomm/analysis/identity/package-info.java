@NullMarked
package org.gpucomm.analysis.identity;

import org.jspecify.annotations.NullMarked;
