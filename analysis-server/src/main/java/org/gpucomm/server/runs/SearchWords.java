package org.gpucomm.server.runs;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.analysis.identity.BadParameter;

/** Words that must all occur in a run's row or fingerprint; a number before <em>GPUs</em> or <em>nodes</em> is a count. */
record SearchWords(Set<String> words, Set<Count> counts) {

    /** Maximum number of words, since the cost of a search is proportional to it. */
    private static final int MOST = 8;
    private static final Pattern COUNT = Pattern.compile("(\\d{1,7})[\\s-]*(gpus?|ranks?|nodes?)\\b",
            Pattern.CASE_INSENSITIVE);

    /** @param column {@code ranks} or {@code nodes} of the table {@code run_series} */
    record Count(String column, int number) {}

    /** @throws BadParameter for more words than {@link #MOST} */
    static SearchWords of(String text) {
        var counts = new LinkedHashSet<Count>();
        var rest = COUNT.matcher(text).replaceAll(found -> {
            var unit = found.group(2).toLowerCase(Locale.ROOT);
            counts.add(new Count(unit.startsWith("node") ? "nodes" : "ranks", Integer.parseInt(found.group(1))));
            return " ";
        });
        var words = Stream.of(rest.toLowerCase(Locale.ROOT).split("\\s+")).filter(word -> !word.isEmpty())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        int size = words.size() + counts.size();
        if (size > MOST) {
            throw new BadParameter("a search may have " + MOST + " words, this one has " + size
                    + "; leave out those that say least");
        }
        return new SearchWords(words, counts);
    }
}
