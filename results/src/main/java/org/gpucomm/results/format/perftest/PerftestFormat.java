package org.gpucomm.results.format.perftest;

import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Log;

/** The tables of linux-rdma perftest. */
public final class PerftestFormat implements Format.OfSection {

    @Override
    public String id() {
        return "perftest";
    }

    @Override
    public String description() {
        return "tables of linux-rdma perftest: ib_write_bw, ib_send_lat, raw_ethernet_bw and their kin";
    }

    @Override
    public int version() {
        return 2;
    }

    @Override
    public boolean begins(String line) {
        return Title.isOne(line) || Columns.isHeader(line) || PerftestParser.isFailure(line);
    }

    @Override
    public Parser open(Log log) {
        return new PerftestParser(log);
    }
}
