package org.gpucomm.results.format.json;

import java.util.List;
import java.util.regex.Pattern;

import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Log;

/** What nccl-tests writes with {@code -J}, as a file of its own or as a line of a log. */
public final class NcclTestsJsonFormat implements Format.OfFile, Format.OfSection {

    private static final Pattern LINE = Pattern
            .compile("^\\s*\\{\\s*\"version\"\\s*:\\s*\\d+\\s*,\\s*\"start_time\"\\s*:.*");
    private static final List<String> NAMES = List.of("\"nccl_version\"", "\"config\"", "\"start_time\"", "\"args\"");

    @Override
    public String id() {
        return "nccl-tests-json";
    }

    @Override
    public String description() {
        return "JSON of nccl-tests (-J), all versions of it, whole or cut";
    }

    @Override
    public int version() {
        return 2;
    }

    @Override
    public boolean recognises(List<String> head) {
        return Head.isObject(head) && NAMES.stream().filter(name -> Head.contains(head, name)).count() > 2
                || head.stream().filter(line -> !line.isBlank()).findFirst().filter(this::begins).isPresent();
    }

    @Override
    public boolean begins(String line) {
        return line.indexOf("start_time") >= 0 && LINE.matcher(line).matches();
    }

    @Override
    public Parser open(Log log) {
        return new JsonParser(log, section -> new NcclTestsDocument(log, section));
    }
}
