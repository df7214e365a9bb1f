@NullMarked
package org.gpucomm.results.format.inspector;

import org.jspecify.annotations.NullMarked;
