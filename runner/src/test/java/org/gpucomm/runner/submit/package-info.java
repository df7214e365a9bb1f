@NullMarked
package org.gpucomm.runner.submit;

import org.jspecify.annotations.NullMarked;
