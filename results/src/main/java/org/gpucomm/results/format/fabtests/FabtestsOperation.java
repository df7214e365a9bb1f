package org.gpucomm.results.format.fabtests;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

import org.gpucomm.results.Operation;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.LauncherOptions;

/** Operation of a test, by the name of its program: {@code fi_rma_bw -o read}, {@code fi_rdm_tagged_pingpong}. */
final class FabtestsOperation {

    private static final Pattern SIZE = Pattern.compile("_\\d[\\d.]*+[kmg]?$|(?<![\\d.])\\d[\\d.]*+[kmg]?$");
    private static final Pattern PROGRAM = Pattern.compile(
            "(?:^|[^a-z])fi_((?:rma|rdm|msg|dgram|efa|multinode|ubertest|pingpong|cntr|atomic|unexpected|mcast|flood|bw)\\w*)");

    private FabtestsOperation() {}

    /** Returns the operation and variant of the test named in a command line or file name; empty if none is. */
    static Optional<Workload> in(String text) {
        var program = PROGRAM.matcher(text);
        if (!program.find()) {
            return Optional.empty();
        }
        var name = program.group(1);
        var kind = name.contains("tagged") ? "tagged" : name.startsWith("msg") ? "msg" : null;
        var pattern = name.contains("pingpong") ? "pingpong" : null;
        var variant = kind == null ? pattern : pattern == null ? kind : kind + "+" + pattern;
        if (name.contains("atomic")) {
            return Optional.of(Workload.of(Operation.ATOMIC, LauncherOptions.value(text, "-o").orElse(null)));
        }
        return Optional.of(Workload.of(name.contains("rma") ? rma(text) : Operation.SEND, variant));
    }

    /** Returns the operation and variant of the test named in the first column of a table: {@code read_64}, {@code fetch_sum}. */
    static Optional<Workload> ofRow(String name) {
        var lower = name.toLowerCase(Locale.ROOT);
        if (lower.contains("fetch") || lower.contains("swap") || lower.contains("atomic")) {
            return Optional.of(Workload.of(Operation.ATOMIC, SIZE.matcher(lower).replaceAll("")));
        }
        if (lower.contains("read")) {
            return Optional.of(Workload.of(Operation.READ, null));
        }
        if (lower.contains("write") || lower.contains("rma")) {
            return Optional
                    .of(Workload.of(Operation.WRITE, lower.contains("writedata") ? "writedata" : null));
        }
        return lower.contains("send") || lower.contains("msg") || lower.contains("tagged")
                || lower.contains("pingpong") || lower.contains("xfer") || lower.contains("lat")
                        ? Optional.of(Workload.of(Operation.SEND, null))
                        : Optional.empty();
    }

    /** Returns the operation of option -o, by default {@code write} (fabtests' {@code fi_rma_bw -h}). */
    private static Operation rma(String command) {
        return LauncherOptions.value(command, "-o").filter(op -> op.equals("read")).isPresent()
                ? Operation.READ
                : Operation.WRITE;
    }
}
