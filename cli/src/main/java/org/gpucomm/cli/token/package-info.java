/** {@code gpucomm token}: makes, lists and revokes the tokens of a running server. */
@NullMarked
package org.gpucomm.cli.token;

import org.jspecify.annotations.NullMarked;
