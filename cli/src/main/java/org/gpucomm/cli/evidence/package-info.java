/** {@code gpucomm evidence}: prints the cells and curves that the rules see. */
@NullMarked
package org.gpucomm.cli.evidence;

import org.jspecify.annotations.NullMarked;
