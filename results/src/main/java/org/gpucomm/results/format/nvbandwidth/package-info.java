/** What NVIDIA's nvbandwidth prints for people: a matrix a test. */
@NullMarked
package org.gpucomm.results.format.nvbandwidth;

import org.jspecify.annotations.NullMarked;
