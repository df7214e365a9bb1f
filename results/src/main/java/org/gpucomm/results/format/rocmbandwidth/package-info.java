/** AMD's rocm-bandwidth-test: matrices between devices, and tables of a pair of devices. */
@NullMarked
package org.gpucomm.results.format.rocmbandwidth;

import org.jspecify.annotations.NullMarked;
