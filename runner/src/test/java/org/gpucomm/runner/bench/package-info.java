@NullMarked
package org.gpucomm.runner.bench;

import org.jspecify.annotations.NullMarked;
