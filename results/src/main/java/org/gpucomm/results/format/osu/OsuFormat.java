package org.gpucomm.results.format.osu;

import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Log;

/** Output of the OSU micro-benchmarks, all tests, plain and with all their columns. */
public final class OsuFormat implements Format.OfSection {

    @Override
    public String id() {
        return "osu";
    }

    @Override
    public String description() {
        return "output of the OSU micro-benchmarks: osu_bw, osu_latency, osu_allreduce and their kin";
    }

    @Override
    public int version() {
        return 1;
    }

    @Override
    public boolean begins(String line) {
        return Banner.isOne(line) || Columns.isHeader(line);
    }

    @Override
    public Parser open(Log log) {
        return new OsuParser(log);
    }
}
