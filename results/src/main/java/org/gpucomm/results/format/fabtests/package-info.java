/** libfabric's fabtests and fi_pingpong, as tables and as YAML. */
@NullMarked
package org.gpucomm.results.format.fabtests;

import org.jspecify.annotations.NullMarked;
