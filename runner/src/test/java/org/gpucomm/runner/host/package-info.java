@NullMarked
package org.gpucomm.runner.host;

import org.jspecify.annotations.NullMarked;
