@NullMarked
package org.gpucomm.runner.plan;

import org.jspecify.annotations.NullMarked;
