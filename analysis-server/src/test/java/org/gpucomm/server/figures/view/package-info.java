@NullMarked
package org.gpucomm.server.figures.view;

import org.jspecify.annotations.NullMarked;
