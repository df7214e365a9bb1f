/** UCC's ucc_perftest. */
@NullMarked
package org.gpucomm.results.format.ucc;

import org.jspecify.annotations.NullMarked;
