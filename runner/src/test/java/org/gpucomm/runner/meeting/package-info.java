@NullMarked
package org.gpucomm.runner.meeting;

import org.jspecify.annotations.NullMarked;
