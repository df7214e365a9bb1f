package org.gpucomm.server.runs;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.analysis.identity.BadParameter;

/**
 * Words of a search for runs: every word must be found in something that the table of runs or a run's fingerprint shows, and a number
 * in front of <em>GPUs</em>, <em>ranks</em> or <em>nodes</em> is that number of them.
 */
final class SearchWords {

    /** A search costs in proportion to its words. */
    static final int MOST = 8;

    private static final Pattern COUNT = Pattern.compile("(\\d{1,7})[\\s-]*(gpus?|ranks?|nodes?)\\b",
            Pattern.CASE_INSENSITIVE);

    private final Set<String> words;
    private final Set<Count> counts = new LinkedHashSet<>();

    /** @param column {@code ranks} or {@code nodes} of the table of runs' series */
    record Count(String column, int number) {}

    private SearchWords(String text) {
        var found = COUNT.matcher(text);
        while (found.find()) {
            var unit = found.group(2).toLowerCase(Locale.ROOT);
            counts.add(new Count(unit.startsWith("node") ? "nodes" : "ranks", Integer.parseInt(found.group(1))));
        }
        words = Stream.of(found.replaceAll(" ").toLowerCase(Locale.ROOT).split("\\s+")).filter(word -> !word.isEmpty())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** @throws BadParameter for more words than {@link #MOST} */
    static SearchWords of(String text) {
        var search = new SearchWords(text);
        int count = search.words.size() + search.counts.size();
        if (count > MOST) {
            throw new BadParameter("a search may have " + MOST + " words, this one has " + count
                    + "; leave out those that say least");
        }
        return search;
    }

    /** Returns what must be found, in lower case. */
    Set<String> words() {
        return words;
    }

    /** Returns which numbers of ranks and nodes a run must have. */
    Set<Count> counts() {
        return counts;
    }
}
