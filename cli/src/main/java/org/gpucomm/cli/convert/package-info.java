/** {@code gpucomm convert}: converts any log to the canonical CSV or JSON lines and accounts for every line. */
@NullMarked
package org.gpucomm.cli.convert;

import org.jspecify.annotations.NullMarked;
