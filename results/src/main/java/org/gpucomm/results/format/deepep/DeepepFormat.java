package org.gpucomm.results.format.deepep;

import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Log;

/** Output of DeepEP's tests: intranode, internode, low latency, and the elastic buffer's. */
public final class DeepepFormat implements Format.OfSection {

    @Override
    public String id() {
        return "deepep";
    }

    @Override
    public String description() {
        return "output of DeepEP's tests: test_intranode, test_internode, test_low_latency, elastic/test_ep";
    }

    @Override
    public int version() {
        return 2;
    }

    @Override
    public boolean begins(String line) {
        return DeepepParser.begins(line);
    }

    @Override
    public Parser open(Log log) {
        return new DeepepParser(log);
    }
}
