/** Bundled results: the files of {@code data/} in the jar. */
@NullMarked
package org.gpucomm.analysis.bundled;

import org.jspecify.annotations.NullMarked;
