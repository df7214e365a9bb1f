/** {@code gpucomm upload}: sends files to a server and prints the result. */
@NullMarked
package org.gpucomm.cli.upload;

import org.jspecify.annotations.NullMarked;
