@NullMarked
package org.gpucomm.results.format.nccltests;

import org.jspecify.annotations.NullMarked;
