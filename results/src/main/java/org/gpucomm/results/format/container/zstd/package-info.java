/**
 * Unpacks zstd (RFC 8878), in plain Java: what it is given comes from anybody, so it must not be able to harm the process, as
 * native code and {@code sun.misc.Unsafe} can. docs/decisions/0010-unpacking.md
 */
@NullMarked
package org.gpucomm.results.format.container.zstd;

import org.jspecify.annotations.NullMarked;
