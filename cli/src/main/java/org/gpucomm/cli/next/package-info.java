/** {@code gpucomm next}: writes the plan of the next run. */
@NullMarked
package org.gpucomm.cli.next;

import org.jspecify.annotations.NullMarked;
