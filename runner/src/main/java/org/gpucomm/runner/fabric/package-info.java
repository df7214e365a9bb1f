/** Family {@code fabric}: sends, writes, reads and all-to-all directly over libfabric, on one or more hosts. */
@NullMarked
package org.gpucomm.runner.fabric;

import org.jspecify.annotations.NullMarked;
