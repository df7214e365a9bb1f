/** Facts in text around the tables: command lines, NCCL's own log, environment. */
@NullMarked
package org.gpucomm.results.format.context;

import org.jspecify.annotations.NullMarked;
