@NullMarked
package org.gpucomm.runner.ranks;

import org.jspecify.annotations.NullMarked;
