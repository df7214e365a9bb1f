package org.gpucomm.results.format.nccltests;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.format.Cells;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.NcclVersion;

/** Lines before a table, except the list of its GPUs. */
final class NcclTestsBanner {

    private static final String LIBRARY = "nccl-library=";

    private final Section section;
    private String parameters = "";

    NcclTestsBanner(Section section) {
        this.section = section;
    }

    /** Returns the line of parameters as printed; empty if there was none. */
    String parameters() {
        return parameters;
    }

    List<Fact> version(LineWords words) {
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

    List<Fact> parameters(LineWords words) {
        parameters = words.line().strip();
        if (words.is(0, "nThread:")) {
            section.isRccl();
        }
        var facts = namesAndValues(words);
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

    /** Adds a variant and a setting, because graph launches, aggregated calls and unaligned buffers are timed differently. */
    private void varied(String variant, Fact parameter, long usual) {
        if (LineWords.isWhole(parameter.value()) && !parameter.value().equals(Long.toString(usual))) {
            section.variant(variant);
            section.setting(parameter.name(), parameter.value());
        }
    }

    List<Fact> detail(LineWords words) {
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
        return RunningPrograms.named(text).map(named -> section.operation(named, from)).orElse(List.of());
    }

    /**
     * Returns the names and values in the line {@code # nThread 1 nGpus 1 minBytes 8 maxBytes 1073741824 step: 2(factor) warmup iters: 5 iters:
     * 20 …}; {@code warmup iters} and {@code agg iters} become {@code warmup_iters} and {@code agg_iters}. A word is a value if it follows a
     * colon or begins with a digit.
     */
    private static List<Fact> namesAndValues(LineWords words) {
        var facts = new ArrayList<Fact>();
        var name = new StringBuilder();
        boolean named = false;
        for (int i = 0; i < words.count(); i++) {
            var word = words.get(i).length() > 1 ? words.get(i).replaceFirst(",$", "") : words.get(i);
            int colon = word.indexOf(':');
            if (!name.isEmpty() && (named || Character.isDigit(word.charAt(0)))) {
                add(facts, name, word);
                named = false;
            } else if (colon > 0 && colon < word.length() - 1) {
                add(facts, name.append(name.isEmpty() ? "" : "_").append(word, 0, colon), word.substring(colon + 1));
            } else {
                named = colon > 0;
                name.append(name.isEmpty() ? "" : "_").append(named ? word.substring(0, colon) : word);
            }
        }
        return facts;
    }

    private static void add(List<Fact> facts, StringBuilder words, String value) {
        var name = words.toString().equals("warmupIters") ? "warmup_iters" : words.toString();
        words.setLength(0);
        if (!name.equals("iters") || Cells.isWhole(value) && value.length() < 19) {
            facts.add(new Fact(name, value));
        }
    }
}
