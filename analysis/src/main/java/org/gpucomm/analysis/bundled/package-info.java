/** The results that come with gpucomm: the files of {@code data/}, carried in the jar. */
@NullMarked
package org.gpucomm.analysis.bundled;

import org.jspecify.annotations.NullMarked;
