@NullMarked
package org.gpucomm.analysis.study;

import org.jspecify.annotations.NullMarked;
