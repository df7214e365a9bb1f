/** YAML files that people write (plans, figure specs, hardware profiles), read with file, line and key in every complaint. */
@NullMarked
package org.gpucomm.results.yaml;

import org.jspecify.annotations.NullMarked;
