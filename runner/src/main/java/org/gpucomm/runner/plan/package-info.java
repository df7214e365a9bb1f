/** Plans of measurements and their readers. This package runs nothing. */
@NullMarked
package org.gpucomm.runner.plan;

import org.jspecify.annotations.NullMarked;
