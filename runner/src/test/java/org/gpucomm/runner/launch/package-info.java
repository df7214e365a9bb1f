@NullMarked
package org.gpucomm.runner.launch;

import org.jspecify.annotations.NullMarked;
