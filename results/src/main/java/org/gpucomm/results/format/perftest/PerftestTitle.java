package org.gpucomm.results.format.perftest;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

import org.gpucomm.results.Operation;

/**
 * The line {@code RDMA_Write Bidirectional BW Test}, or the name of the program if there is no such line.
 *
 * @param variant other parts of the title
 */
record PerftestTitle(Operation operation, List<String> variant) {

    private static final Pattern TITLE = Pattern.compile(
            "^\\s*(Send|RDMA_Write\\w*|RDMA_Read|Atomic\\w*|Raw[ _]?Eth\\w*)\\b([\\w ()-]{0,100})\\b(BW|Latency|Lat|Rate)\\b[\\w ()-]{0,100}?Test\\s*$");
    private static final Pattern PROGRAM = Pattern
            .compile("(?:^|[^a-z])(?:ib_(send|write|read|atomic)|(raw_ethernet))_(?:bw|lat|burst_lat|fs_rate)");

    static boolean isOne(String line) {
        return line.indexOf("Test") >= 0 && TITLE.matcher(line).matches();
    }

    static Optional<PerftestTitle> of(String line) {
        var title = TITLE.matcher(line);
        return title.matches() ? Optional.of(of(title.group(1), title.group(2))) : Optional.empty();
    }

    /** Returns the title for a command line or file name, for example {@code ib_write_bw -b}; empty if none is named. */
    static Optional<PerftestTitle> ofProgram(String text) {
        var program = PROGRAM.matcher(text);
        if (!program.find()) {
            return Optional.empty();
        }
        boolean both = List.of(text.split("\\s+")).contains("-b") || text.contains("--bidirectional");
        var verb = program.group(1) == null ? "raw" : program.group(1);
        return Optional.of(of(verb, both ? "bidirectional" : ""));
    }

    private static PerftestTitle of(String verb, String rest) {
        var variant = new ArrayList<String>();
        var lower = verb.toLowerCase(Locale.ROOT);
        if (rest.toLowerCase(Locale.ROOT).contains("bidirectional")) {
            variant.add("bidirectional");
        }
        if (rest.contains("Post List")) {
            variant.add("post-list");
        }
        if (rest.contains("Burst")) {
            variant.add("burst");
        }
        if (lower.contains("imm")) {
            variant.add("immediate");
        }
        if (lower.startsWith("raw")) {
            variant.add("raw-ethernet");
        }
        var operation = lower.contains("write")
                ? Operation.WRITE
                : lower.contains("read")
                        ? Operation.READ
                        : lower.contains("atomic") ? Operation.ATOMIC : Operation.SEND;
        return new PerftestTitle(operation, List.copyOf(variant));
    }
}
