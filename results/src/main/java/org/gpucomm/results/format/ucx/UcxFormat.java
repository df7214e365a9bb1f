package org.gpucomm.results.format.ucx;

import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Log;

/** Output of ucx_perftest. */
public final class UcxFormat implements Format.OfSection {

    @Override
    public String id() {
        return "ucx-perftest";
    }

    @Override
    public String description() {
        return "output of UCX's ucx_perftest, as tables and as CSV (-v)";
    }

    @Override
    public int version() {
        return 2;
    }

    @Override
    public boolean begins(String line) {
        return Layout.isHeader(line) || UcxParser.isSetting(line);
    }

    @Override
    public Parser open(Log log) {
        return new UcxParser(log);
    }
}
