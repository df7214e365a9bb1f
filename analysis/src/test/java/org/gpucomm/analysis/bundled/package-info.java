@NullMarked
package org.gpucomm.analysis.bundled;

import org.jspecify.annotations.NullMarked;
