package org.gpucomm.results.format.nccltests;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.format.Entry.Fact;

/** Lines before a table, except the list of its GPUs. */
final class NcclTestsBanner {

    private static final String LIBRARY = "nccl-library=";

    private final Section section;
    private final Banners all;
    private String parameters = "";

    NcclTestsBanner(Section section, Banners all) {
        this.section = section;
        this.all = all;
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
                all.version(word.substring(LIBRARY.length())).ifPresent(version -> {
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
        var facts = all.parameters(words);
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
        return all.operation(text).map(named -> section.operation(named, from)).orElse(List.of());
    }
}
