package org.gpucomm.results.format.nccltests;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.gpucomm.results.Operation;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.NcclVersion;
import org.gpucomm.results.format.OperationName;

/** What the lines before a table say of a run, the table of its GPUs aside. */
final class Banner {

    private static final String PROGRAM = "_perf";
    private static final String LIBRARY = "nccl-library=";

    private final Section section;
    private String parameters = "";

    Banner(Section section) {
        this.section = section;
    }

    /** The line of parameters as printed; empty if there was none. */
    String parameters() {
        return parameters;
    }

    List<Fact> version(Words words) {
        var facts = new ArrayList<Fact>();
        if (words.count() > 2) {
            section.tool(words.get(0), words.get(2));
            facts.add(new Fact(words.get(0).replace('-', '_') + "_version", words.get(2)));
        }
        for (int i = 3; i < words.count(); i++) {
            var word = words.get(i);
            if (word.startsWith(LIBRARY)) {
                NcclVersion.ofCode(word.substring(LIBRARY.length())).ifPresent(version -> {
                    section.ncclVersion(version);
                    facts.add(new Fact("nccl_version", version));
                });
            }
        }
        return facts;
    }

    List<Fact> parameters(Words words) {
        parameters = words.line().strip();
        if (words.is(0, "nThread:")) {
            section.isRccl();
        }
        var facts = Parameters.of(words);
        for (var parameter : facts) {
            switch (parameter.name()) {
                case "iters" -> section.iterations(Long.parseLong(parameter.value()));
                case "graph" -> varied("graph", parameter, 0);
                case "agg_iters" -> varied("aggregated", parameter, 1);
                case "unalign" -> varied("unaligned", parameter, 0);
                default -> {
                }
            }
        }
        return facts;
    }

    /** Graph launches, aggregated calls and unaligned buffers have times of their own. */
    private void varied(String variant, Fact parameter, long usual) {
        if (Words.isWhole(parameter.value()) && !parameter.value().equals(Long.toString(usual))) {
            section.variant(variant);
            section.setting(parameter.name(), parameter.value());
        }
    }

    List<Fact> detail(Words words) {
        if (words.is(0, "rccl-tests:")) {
            section.isRccl();
            section.tool("rccl-tests", words.from(2));
            return List.of(new Fact("rccl_tests_version", words.from(2)));
        }
        int colon = words.line().indexOf(':');
        if (colon < 0) {
            return List.of();
        }
        var value = words.line().substring(colon + 1).strip();
        return switch (words.get(0)) {
            case "Blocking" -> {
                section.setting("blocking", "1");
                yield List.of(new Fact("blocking", value));
            }
            case "Parallel" -> List.of(new Fact("parallel_init", value));
            case "GPU" -> List.of(new Fact("gpu_memory", value));
            case "error:" -> value.isEmpty() || value.equals("none")
                    ? List.of()
                    : List.of(new Fact("last_nccl_error", value));
            default -> List.of();
        };
    }

    List<Fact> operation(String text, String from) {
        return program(text).map(named -> section.operation(named, from)).orElse(List.of());
    }

    /** The operation of the last program that the text names: {@code … /opt/all_reduce_perf -b 8}. */
    private static Optional<Operation> program(String text) {
        int end = text.lastIndexOf(PROGRAM);
        int from = end;
        while (from > 0 && (Character.isLetterOrDigit(text.charAt(from - 1)) || text.charAt(from - 1) == '_')) {
            from--;
        }
        return end < 0 ? Optional.empty() : OperationName.in(text.substring(from, end));
    }
}
