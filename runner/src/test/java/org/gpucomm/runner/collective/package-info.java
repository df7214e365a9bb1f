@NullMarked
package org.gpucomm.runner.collective;

import org.jspecify.annotations.NullMarked;
