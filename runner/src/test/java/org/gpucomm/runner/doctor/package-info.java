@NullMarked
package org.gpucomm.runner.doctor;

import org.jspecify.annotations.NullMarked;
