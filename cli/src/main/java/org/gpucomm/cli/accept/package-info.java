/** {@code gpucomm accept}: checks runs against the requirements of a buyer. */
@NullMarked
package org.gpucomm.cli.accept;

import org.jspecify.annotations.NullMarked;
