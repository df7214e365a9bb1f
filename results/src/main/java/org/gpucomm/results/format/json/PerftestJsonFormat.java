package org.gpucomm.results.format.json;

import java.util.List;
import java.util.regex.Pattern;

import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Log;

/** What linux-rdma perftest writes with {@code --out_json}; before 2024 without quotes round its names. */
public final class PerftestJsonFormat implements Format.OfFile, Format.OfSection {

    private static final Pattern ROOT = Pattern.compile("^\\s*\\{?\\s*\"?test_info\"?\\s*:\\s*(?:\\{.*)?");

    @Override
    public String id() {
        return "perftest-json";
    }

    @Override
    public String description() {
        return "JSON of linux-rdma perftest (--out_json), with and without quotes round its names";
    }

    @Override
    public int version() {
        return 2;
    }

    @Override
    public boolean recognises(List<String> head) {
        return Head.isObject(head) && head.stream().anyMatch(this::begins);
    }

    @Override
    public boolean begins(String line) {
        return line.indexOf("test_info") >= 0 && ROOT.matcher(line).matches();
    }

    @Override
    public Parser open(Log log) {
        return new JsonParser(log, section -> new PerftestDocument(log, section));
    }
}
