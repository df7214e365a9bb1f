package org.gpucomm.server.catalog;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.gpucomm.server.web.BadParameter;

/**
 * This class holds what was typed to find runs: every word must be found in something that the table of runs or a run's
 * fingerprint shows, and a number in front of <em>GPUs</em>, <em>ranks</em> or <em>nodes</em> is that number of them.
 */
final class SearchWords {

    /** A search costs in proportion to its words. */
    static final int MOST = 8;

    private static final Pattern COUNT = Pattern.compile("(\\d{1,7})[\\s-]*(gpus?|ranks?|nodes?)\\b",
            Pattern.CASE_INSENSITIVE);

    private final Set<String> words;
    private final List<Integer> ranks = new ArrayList<>();
    private final List<Integer> nodes = new ArrayList<>();

    private SearchWords(String text) {
        var counts = COUNT.matcher(text);
        while (counts.find()) {
            var unit = counts.group(2).toLowerCase(Locale.ROOT);
            (unit.startsWith("node") ? nodes : ranks).add(Integer.valueOf(counts.group(1)));
        }
        words = Stream.of(counts.replaceAll(" ").toLowerCase(Locale.ROOT).split("\\s+")).filter(word -> !word.isEmpty())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** @throws BadParameter for more words than {@link #MOST} */
    static SearchWords of(String text) {
        var search = new SearchWords(text);
        int count = search.words.size() + search.ranks.size() + search.nodes.size();
        if (count > MOST) {
            throw new BadParameter("a search may have " + MOST + " words, this one has " + count
                    + "; leave out those that say least");
        }
        return search;
    }

    /** Adds conditions on {@code run r}, each with {@code and} in front, and their values. */
    void restrict(WordRuns runs, StringBuilder conditions, List<Object> arguments) {
        if (!words.isEmpty()) {
            conditions.append(" and r.id = any(cast(? as bigint array))");
            arguments.add(LongStream.of(runs.of(words)).boxed().toArray(Long[]::new));
        }
        ranks.forEach(count -> has("ranks", count, conditions, arguments));
        nodes.forEach(count -> has("nodes", count, conditions, arguments));
    }

    private static void has(String column, int count, StringBuilder conditions, List<Object> arguments) {
        conditions.append(" and exists (select 1 from run_series x where x.run_id = r.id and x.").append(column)
                .append(" = ?)");
        arguments.add(count);
    }
}
