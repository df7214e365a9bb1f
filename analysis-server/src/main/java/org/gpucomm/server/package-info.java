/** The analysis server and the commands of {@code ./gpucomm} that measure nothing. A package a feature below this one. */
@NullMarked
package org.gpucomm.server;

import org.jspecify.annotations.NullMarked;
