package org.gpucomm.results.format.nccltests;

import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Log;

/** nccl-tests' text output, through all its versions, and that of its fork rccl-tests. */
public final class NcclTestsFormat implements Format.OfSection {

    @Override
    public String id() {
        return "nccl-tests";
    }

    @Override
    public String description() {
        return "text output of nccl-tests and rccl-tests: all_reduce_perf and its kin";
    }

    @Override
    public int version() {
        return 6;
    }

    @Override
    public boolean begins(String line) {
        return NcclTestsParser.begins(line);
    }

    @Override
    public Parser open(Log log) {
        return new NcclTestsParser(log);
    }
}
