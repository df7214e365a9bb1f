/** DeepEP's tests of dispatch and combine for experts: within nodes, between nodes, and for low latency. */
@NullMarked
package org.gpucomm.results.format.deepep;

import org.jspecify.annotations.NullMarked;
