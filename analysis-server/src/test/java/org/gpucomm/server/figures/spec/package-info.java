@NullMarked
package org.gpucomm.server.figures.spec;

import org.jspecify.annotations.NullMarked;
