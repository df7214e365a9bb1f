@NullMarked
package org.gpucomm.figures.view;

import org.jspecify.annotations.NullMarked;
