package org.gpucomm.server.catalog;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

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

    /**
     * The operation is also found as people write it: {@code All-Reduce}, {@code AllReduce}. What several runs share is looked
     * through once; only facts are looked up for each run that nothing else tells of.
     */
    private static final String WORD = """
             and (lower(r.filename) like ? escape '\\' or lower(r.source) like ? escape '\\'
                  or lower(r.tool) like ? escape '\\' or lower(r.tool_version) like ? escape '\\'
                  or lower(r.library) like ? escape '\\' or lower(r.library_version) like ? escape '\\'
                  or lower(r.instance_type) like ? escape '\\' or lower(r.gpu) like ? escape '\\'
                  or (r.upload_id, r.section) in (select t.upload_id, t.section from run_tag t
                                                   where t.tag like ? escape '\\')
                  or (r.upload_id, r.section) in (select n.upload_id, n.section from run_note n
                                                   where lower(n.note) like ? escape '\\')
                  or r.upload_id in (select u.id from upload u where lower(u.title) like ? escape '\\')
                  or r.id in (select x.run_id from run_series x join series s on s.id = x.series_id
                               where lower(s.variant) like ? escape '\\' or lower(s.settings) like ? escape '\\'
                                  or replace(s.operation, '_', '') like ? escape '\\')
                  or exists (select 1 from fact f
                              where f.reading_id = r.reading_id and f.section in (0, r.section)
                                    and f.name not like 'flag:%'
                                    and lower(f.name || '=' || f.fact_value) like ? escape '\\'))
            """;

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
                arguments.addAll(Collections.nCopies(13, pattern));
                arguments.add(SearchPattern.containing(word.replaceAll("[_-]", "")));
                arguments.add(pattern);
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
