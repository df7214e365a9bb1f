@NullMarked
package org.gpucomm.runner.fabric;

import org.jspecify.annotations.NullMarked;
