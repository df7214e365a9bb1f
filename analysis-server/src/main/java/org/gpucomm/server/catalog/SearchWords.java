package org.gpucomm.server.catalog;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.gpucomm.server.ingest.uploads.SearchPattern;
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

    private static final List<String> OF_SERIES = List.of("tool", "tool_version", "library", "library_version",
            "instance_type", "gpu", "variant", "settings");

    /**
     * Each place where a word may stand is looked through by itself, so that an index can be used there: what many runs share is
     * read once, in the table of series, and texts that each run has of its own by {@code SearchIndexes}, where there are any. The
     * operation is also found as people write it: {@code All-Reduce}, {@code AllReduce}. The places are joined by <em>or</em>: of
     * their union, H2 asks anew for each run.
     */
    private static final String WORD = """
             and (r.id in (select x.run_id from series s join run_series x on x.series_id = s.id
                            where %s or replace(s.operation, '_', '') like ? escape '\\')
                  or r.id in (select a.id from run a where lower(a.filename) like ? escape '\\')
                  or r.id in (select b.id from run b where lower(b.source) like ? escape '\\')
                  or r.upload_id in (select u.id from upload u where lower(u.title) like ? escape '\\')
                  or r.id in (select d.id from run d join run_tag t on t.upload_id = d.upload_id and t.section = d.section
                               where t.tag like ? escape '\\')
                  or r.id in (select e.id from run e join run_note n on n.upload_id = e.upload_id and n.section = e.section
                               where lower(n.note) like ? escape '\\')
                  or r.id in (select g.id from run g join fact f on f.reading_id = g.reading_id and f.section = g.section
                               where f.name not like 'flag:%%' and lower(f.name || '=' || f.fact_value) like ? escape '\\')
                  or r.reading_id in (select f.reading_id from fact f where f.section = 0
                                         and f.name not like 'flag:%%'
                                         and lower(f.name || '=' || f.fact_value) like ? escape '\\'))
            """.formatted(OF_SERIES.stream().map(column -> "lower(s." + column + ") like ? escape '\\'")
            .collect(Collectors.joining(" or ")));

    private final List<String> words;
    private final List<Integer> ranks = new ArrayList<>();
    private final List<Integer> nodes = new ArrayList<>();

    private SearchWords(String text) {
        var counts = COUNT.matcher(text);
        while (counts.find()) {
            var unit = counts.group(2).toLowerCase(Locale.ROOT);
            (unit.startsWith("node") ? nodes : ranks).add(Integer.valueOf(counts.group(1)));
        }
        words = List.of(counts.replaceAll(" ").strip().split("\\s+"));
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
    void restrict(StringBuilder conditions, List<Object> arguments) {
        for (var word : words) {
            if (!word.isEmpty()) {
                conditions.append(WORD);
                var pattern = SearchPattern.containing(word);
                arguments.addAll(Collections.nCopies(OF_SERIES.size(), pattern));
                arguments.add(SearchPattern.containing(word.replaceAll("[_-]", "")));
                arguments.addAll(Collections.nCopies(7, pattern));
            }
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
