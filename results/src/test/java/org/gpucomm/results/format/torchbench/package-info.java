@NullMarked
package org.gpucomm.results.format.torchbench;

import org.jspecify.annotations.NullMarked;
