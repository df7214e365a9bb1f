/** JSON output of benchmarks, read token by token. */
@NullMarked
package org.gpucomm.results.format.json;

import org.jspecify.annotations.NullMarked;
