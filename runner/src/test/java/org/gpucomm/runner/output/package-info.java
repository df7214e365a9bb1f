@NullMarked
package org.gpucomm.runner.output;

import org.jspecify.annotations.NullMarked;
