/** AMD's rocm-bandwidth-test: matrices between devices, and tables of a pair. */
@NullMarked
package org.gpucomm.results.format.rocmbandwidth;

import org.jspecify.annotations.NullMarked;
