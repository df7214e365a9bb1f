/** YAML files that people write (plans, figure specs, hardware profiles). Every error names file, line and key. */
@NullMarked
package org.gpucomm.results.yaml;

import org.jspecify.annotations.NullMarked;
