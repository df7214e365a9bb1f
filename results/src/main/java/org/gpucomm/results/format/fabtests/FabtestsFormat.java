package org.gpucomm.results.format.fabtests;

import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Log;

/** Output of libfabric's fabtests and of its own fi_pingpong. */
public final class FabtestsFormat implements Format.OfSection {

    @Override
    public String id() {
        return "fabtests";
    }

    @Override
    public String description() {
        return "output of libfabric's fabtests and fi_pingpong, with or without -m: fi_rma_bw, fi_rdm_pingpong and their kin";
    }

    @Override
    public int version() {
        return 1;
    }

    @Override
    public boolean begins(String line) {
        return Columns.isHeader(line) || YamlRow.isOne(line) || FabtestsParser.isFailure(line);
    }

    @Override
    public Parser open(Log log) {
        return new FabtestsParser(log);
    }
}
