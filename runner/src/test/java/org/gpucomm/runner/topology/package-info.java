@NullMarked
package org.gpucomm.runner.topology;

import org.jspecify.annotations.NullMarked;
