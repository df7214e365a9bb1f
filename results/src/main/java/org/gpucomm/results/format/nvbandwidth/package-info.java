/** Output of NVIDIA's nvbandwidth for people: a matrix per test. */
@NullMarked
package org.gpucomm.results.format.nvbandwidth;

import org.jspecify.annotations.NullMarked;
