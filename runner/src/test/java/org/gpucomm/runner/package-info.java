@NullMarked
package org.gpucomm.runner;

import org.jspecify.annotations.NullMarked;
