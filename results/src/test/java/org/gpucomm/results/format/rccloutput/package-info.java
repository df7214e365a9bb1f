@NullMarked
package org.gpucomm.results.format.rccloutput;

import org.jspecify.annotations.NullMarked;
