@NullMarked
package org.gpucomm.results.format.nccom;

import org.jspecify.annotations.NullMarked;
