@NullMarked
package org.gpucomm.results.format.deepspeed;

import org.jspecify.annotations.NullMarked;
