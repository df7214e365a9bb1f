@NullMarked
package org.gpucomm.results.format.foreigncsv;

import org.jspecify.annotations.NullMarked;
