/** AMD's TransferBench: transfers one by one, and matrices between devices. */
@NullMarked
package org.gpucomm.results.format.transferbench;

import org.jspecify.annotations.NullMarked;
