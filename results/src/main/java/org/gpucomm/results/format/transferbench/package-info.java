/** AMD's TransferBench: single transfers, and matrices between devices. */
@NullMarked
package org.gpucomm.results.format.transferbench;

import org.jspecify.annotations.NullMarked;
