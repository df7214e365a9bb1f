/** Rules, one class each: pure functions from evidence to findings. */
@NullMarked
package org.gpucomm.analysis.rules;

import org.jspecify.annotations.NullMarked;
