package org.gpucomm.results.format.json;

import java.util.List;
import java.util.regex.Pattern;

import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Log;

/** What NVIDIA's nvbandwidth prints with {@code -j}. */
public final class NvbandwidthJsonFormat implements Format.OfFile, Format.OfSection {

    private static final Pattern ROOT = Pattern.compile("^\\s*\\{?\\s*\"nvbandwidth\"\\s*:\\s*(?:\\{.*)?");

    @Override
    public String id() {
        return "nvbandwidth-json";
    }

    @Override
    public String description() {
        return "JSON of NVIDIA's nvbandwidth (-j)";
    }

    @Override
    public int version() {
        return 1;
    }

    @Override
    public boolean recognises(List<String> head) {
        return Head.isObject(head) && Head.contains(head, "\"nvbandwidth\"");
    }

    @Override
    public boolean begins(String line) {
        return line.indexOf("\"nvbandwidth\"") >= 0 && ROOT.matcher(line).matches();
    }

    @Override
    public Parser open(Log log) {
        return new JsonParser(log, section -> new NvbandwidthDocument(log, section));
    }
}
