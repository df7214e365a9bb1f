/** Output of results during a measurement: to the terminal, to files and to a server. */
@NullMarked
package org.gpucomm.runner.output;

import org.jspecify.annotations.NullMarked;
