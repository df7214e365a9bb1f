/** {@code gpucomm convert}: any log to the canonical CSV or JSON lines, with every line accounted for. No Spring here. */
@NullMarked
package org.gpucomm.server.convert;

import org.jspecify.annotations.NullMarked;
