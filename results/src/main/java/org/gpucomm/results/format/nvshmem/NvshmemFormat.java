package org.gpucomm.results.format.nvshmem;

import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Log;

/** Output of NVSHMEM's perftest, host and device programs, from version 1.0 on. */
public final class NvshmemFormat implements Format.OfSection {

    @Override
    public String id() {
        return "nvshmem-perftest";
    }

    @Override
    public String description() {
        return "output of NVSHMEM's perftest: shmem_put_bw, alltoall_latency, alltoall_on_stream and their kin";
    }

    @Override
    public int version() {
        return 2;
    }

    @Override
    public boolean begins(String line) {
        return Preamble.isOne(line) || Title.of(line) != null || MachineLine.isOne(line) || Columns.isFlatHeader(line)
                || Box.isScopesHeader(line);
    }

    @Override
    public Parser open(Log log) {
        return new NvshmemParser(log);
    }
}
