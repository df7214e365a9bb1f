package org.gpucomm.results.format.commentary;

import java.util.List;
import java.util.regex.Pattern;

import org.gpucomm.results.format.Entry.Fact;

/** Lines that belong to no benchmark's output and yet say something of it. */
public final class Commentary {

    private static final Pattern PROGRAM = Pattern.compile(
            "(?:^|[\\s/'\"=])(?:\\w+_perf|osu_\\w+|ib_\\w+|fi_\\w+|nvbandwidth|ucx_perftest|jacobi|\\w*(?:alltoall|put|get)_(?:bw|latency)\\w*|test_\\w+\\.py)(?=[\\s'\"]|$)");
    private static final String NCCL_VERSION = "NCCL version ";

    private Commentary() {}

    /** Whether the line is a command that starts a benchmark, or shows one: a shell's trace, a launcher's echo. */
    public static boolean isCommand(String line) {
        return PROGRAM.matcher(line).find();
    }

    /** What the line tells of software, hardware and settings. */
    public static List<Fact> facts(String line) {
        int at = line.indexOf(NCCL_VERSION);
        if (at < 0) {
            return List.of();
        }
        var rest = line.substring(at + NCCL_VERSION.length()).strip();
        var version = rest.contains(" ") ? rest.substring(0, rest.indexOf(' ')) : rest;
        return version.isEmpty() || !Character.isDigit(version.charAt(0))
                ? List.of()
                : List.of(new Fact("nccl_version", version));
    }
}
