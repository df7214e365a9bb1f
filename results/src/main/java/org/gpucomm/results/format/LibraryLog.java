package org.gpucomm.results.format;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.context.ContextLine;
import org.jspecify.annotations.Nullable;

/** The library's own lines in a log without results: the log of a training run, or of a job that failed. */
final class LibraryLog {

    /** Sentences for facts, in the order in which they are reported, by name of the fact. */
    private static final Map<String, String> WORDS = words();

    private static final String BEGUN = " - Init START";
    private static final String COMPLETED = " - Init COMPLETE";
    private static final Pattern RANK = Pattern.compile("\\brank (\\d{1,7}) nranks (\\d{1,7})\\b");
    private static final String COMMUNICATOR = "commId ";
    private static final Pattern HOST = Pattern
            .compile("([A-Za-z][\\w.-]{0,99}):\\d{1,10}:\\d{1,10} \\[\\d{1,4}\\] NCCL INFO ");
    private static final Pattern NIC = Pattern.compile("\\[\\d{1,3}\\]");
    private static final int MOST_HOSTS = 3;

    private final Map<String, String> facts = new LinkedHashMap<>();
    private final Set<String> begun = new HashSet<>();
    private final Set<String> completed = new HashSet<>();
    /** Network interfaces that NCCL uses, by host. */
    private final Map<String, Long> nics = new TreeMap<>();
    private int ranks;
    private boolean any;

    void overhear(String text, Iterable<Fact> said) {
        any |= ContextLine.isOfTheLibrary(text) || text.contains("CCL WARN ");
        for (var fact : said) {
            if (WORDS.containsKey(fact.name())) {
                facts.put(fact.name(), fact.value());
            }
            var host = fact.name().equals("ib_devices") ? HOST.matcher(text) : null;
            if (host != null && host.find()) {
                nics.put(host.group(1), NIC.matcher(fact.value()).results().count());
            }
        }
        if (text.contains(BEGUN) || text.contains(COMPLETED)) {
            var rank = RANK.matcher(text);
            if (rank.find()) {
                // A log without numbers of communicators has one at a time.
                int at = text.indexOf(COMMUNICATOR);
                var communicator = at < 0 ? "" : text.substring(at).split(" ", 3)[1];
                (text.contains(BEGUN) ? begun : completed).add(communicator + " " + rank.group(1));
                ranks = Math.max(ranks, Integer.parseInt(rank.group(2)));
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
                + (parts.isEmpty() ? "" : ", which names " + String.join(", ", parts)) + progress() + unlikeHosts()
                + (failure == null ? "" : "; it failed: " + failure)
                + ". Give it together with the benchmark's output, in one file or one archive";
    }

    /**
     * Returns how many ranks did not complete their initialization, in words; empty if all did, or if the log shows only some ranks and
     * may be an excerpt.
     */
    private String progress() {
        var open = new HashSet<>(begun);
        open.removeAll(completed);
        return open.isEmpty() || completed.isEmpty() && begun.size() < ranks
                ? ""
                : "; " + begun.size() + (begun.size() == 1 ? " rank" : " ranks") + " began to initialize, "
                        + (open.size() == begun.size() ? "none" : begun.size() - open.size()) + " completed it";
    }

    /** Returns the numbers of network interfaces by host, in words; empty if they do not differ. */
    private String unlikeHosts() {
        return new TreeSet<>(nics.values()).size() < 2
                ? ""
                : "; its hosts use unequal numbers of NICs (" + nics.entrySet().stream().limit(MOST_HOSTS)
                        .map(host -> host.getKey() + " " + host.getValue()).collect(Collectors.joining(", "))
                        + (nics.size() > MOST_HOSTS ? ", \u2026" : "") + ")";
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
