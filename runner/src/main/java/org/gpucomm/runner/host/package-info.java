/**
 * What this host is and has, read once and reported twice: in words by {@code gpucomm doctor}, and as the fingerprint of results.
 */
@NullMarked
package org.gpucomm.runner.host;

import org.jspecify.annotations.NullMarked;
