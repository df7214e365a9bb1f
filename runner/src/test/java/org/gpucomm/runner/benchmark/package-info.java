@NullMarked
package org.gpucomm.runner.benchmark;

import org.jspecify.annotations.NullMarked;
