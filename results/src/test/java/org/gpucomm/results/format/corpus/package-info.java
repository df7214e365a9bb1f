@NullMarked
package org.gpucomm.results.format.corpus;

import org.jspecify.annotations.NullMarked;
