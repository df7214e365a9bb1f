@NullMarked
package org.gpucomm.results.yaml;

import org.jspecify.annotations.NullMarked;
