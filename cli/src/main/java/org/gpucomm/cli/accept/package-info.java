/** {@code gpucomm accept}: checks runs against acceptance requirements. */
@NullMarked
package org.gpucomm.cli.accept;

import org.jspecify.annotations.NullMarked;
