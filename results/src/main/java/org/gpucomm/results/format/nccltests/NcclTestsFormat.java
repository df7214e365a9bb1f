package org.gpucomm.results.format.nccltests;

import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Log;

/** nccl-tests' text output, from the version with {@code #wrong} on; older headers are read by their own names. */
public final class NcclTestsFormat implements Format.OfSection {

    @Override
    public String id() {
        return "nccl-tests";
    }

    @Override
    public String description() {
        return "text output of nccl-tests: all_reduce_perf and its kin";
    }

    @Override
    public int version() {
        return 2;
    }

    @Override
    public boolean begins(String line) {
        return NcclTestsParser.begins(line, Words.of(line));
    }

    @Override
    public Parser open(Log log) {
        return new NcclTestsParser(log);
    }
}
