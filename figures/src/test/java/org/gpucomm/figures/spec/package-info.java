@NullMarked
package org.gpucomm.figures.spec;

import org.jspecify.annotations.NullMarked;
