package org.gpucomm.results.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.context.ContextLine;
import org.jspecify.annotations.Nullable;

/** The library's own lines in a log without results: the log of a training run, or of a job that failed. */
final class LibraryLog {

    /** Sentences for facts, in the order in which they are reported, by name of the fact. */
    private static final Map<String, String> WORDS = words();

    private final Map<String, String> facts = new LinkedHashMap<>();
    private boolean any;

    void overhear(String text, Iterable<Fact> said) {
        any |= ContextLine.isOfTheLibrary(text) || text.contains("CCL WARN ");
        for (var fact : said) {
            if (WORDS.containsKey(fact.name())) {
                facts.put(fact.name(), fact.value());
            }
        }
    }

    /**
     * Returns why a log with only library lines or only a failure is refused, including its facts; null if the log has neither.
     *
     * @param failure failure in words; null if there was none
     */
    @Nullable
    String words(@Nullable String failure) {
        if (!any && failure == null) {
            return null;
        }
        var parts = new ArrayList<String>();
        WORDS.forEach((name, words) -> {
            if (facts.containsKey(name)) {
                parts.add(words.formatted(facts.get(name)));
            }
        });
        return "no benchmark's results are in it" + (any ? ", only the library's own log" : "")
                + (parts.isEmpty() ? "" : ", which names " + String.join(", ", parts))
                + (failure == null ? "" : "; it failed: " + failure)
                + ". Give it together with the benchmark's output, in one file or one archive";
    }

    private static Map<String, String> words() {
        var words = new LinkedHashMap<String, String>();
        words.put("nccl_version", "NCCL %s");
        words.put("rccl_version", "RCCL %s");
        words.put("ranks", "%s ranks");
        words.put("nodes", "%s nodes");
        words.put("network", "network %s");
        words.put("provider", "provider %s");
        words.put("gpu_direct_rdma", "GPUDirect RDMA %s");
        words.put("nvls", "NVLS %s");
        return words;
    }
}
