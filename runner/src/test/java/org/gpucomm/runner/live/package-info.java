@NullMarked
package org.gpucomm.runner.live;

import org.jspecify.annotations.NullMarked;
