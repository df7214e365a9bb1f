/** Survey of this host's hardware and software, for {@code gpucomm doctor} and for the fingerprint of results. */
@NullMarked
package org.gpucomm.runner.host;

import org.jspecify.annotations.NullMarked;
