package org.gpucomm.results.format.nvbandwidth;

import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Log;

/** Text output of NVIDIA's nvbandwidth: copies between hosts and devices, and their latencies. */
public final class NvbandwidthFormat implements Format.OfSection {

    @Override
    public String id() {
        return "nvbandwidth";
    }

    @Override
    public String description() {
        return "text output of NVIDIA's nvbandwidth";
    }

    @Override
    public int version() {
        return 1;
    }

    @Override
    public boolean begins(String line) {
        return NvbandwidthParser.begins(line);
    }

    @Override
    public Parser open(Log log) {
        return new NvbandwidthParser(log);
    }
}
