/** Text tables of linux-rdma perftest: {@code ib_write_bw} and similar programs. */
@NullMarked
package org.gpucomm.results.format.perftest;

import org.jspecify.annotations.NullMarked;
