/** DeepEP's tests: dispatch and combine of experts, within nodes, between them, and for low latency. */
@NullMarked
package org.gpucomm.results.format.deepep;

import org.jspecify.annotations.NullMarked;
