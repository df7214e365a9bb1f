package org.gpucomm.server.runs;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.analysis.identity.BadParameter;

/** Words that must all occur in a run's row or fingerprint; a number before <em>GPUs</em> or <em>nodes</em> is a count. */
final class SearchWords {

    /** Maximum number of words, since the cost of a search is proportional to it. */
    static final int MOST = 8;

    private static final Pattern COUNT = Pattern.compile("(\\d{1,7})[\\s-]*(gpus?|ranks?|nodes?)\\b",
            Pattern.CASE_INSENSITIVE);

    private final Set<String> words;
    private final Set<Count> counts = new LinkedHashSet<>();

    /** @param column {@code ranks} or {@code nodes} of the table {@code run_series} */
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

    /** Returns the words to find, in lower case. */
    Set<String> words() {
        return words;
    }

    /** Returns the numbers of ranks and nodes that a run must have. */
    Set<Count> counts() {
        return counts;
    }
}
