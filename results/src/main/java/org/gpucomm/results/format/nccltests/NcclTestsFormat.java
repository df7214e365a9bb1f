package org.gpucomm.results.format.nccltests;

import java.util.List;

import org.gpucomm.results.format.Format;

/** nccl-tests' text output, from the version with {@code #wrong} on; older headers are read by their own names. */
public final class NcclTestsFormat implements Format {

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
    public boolean recognises(List<String> head) {
        return head.stream().anyMatch(line -> TableLayout.isHeader(Words.of(line)));
    }

    @Override
    public Parser open(String source) {
        return new NcclTestsParser(source);
    }
}
