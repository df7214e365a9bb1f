package org.gpucomm.server.catalog;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.gpucomm.server.catalog.SearchWords.Count;
import org.gpucomm.server.ingest.uploads.SearchPattern;
import org.gpucomm.server.series.Sequence.Counted;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * This class tells in which runs words stand. Each place is looked through by a statement of its own, so that an index can be used
 * there, and so that H2 looks once: as part of a longer statement it asks anew for each run while somebody else writes.
 */
@Component
class WordRuns {

    private static final List<String> OF_SERIES = List.of("tool", "tool_version", "library", "library_version",
            "instance_type", "gpu", "variant", "settings");

    /**
     * What many runs share is read once, in the table of series; texts that each run has of its own are found by
     * {@code SearchIndexes}, where there are any. The operation is also found as people write it: {@code All-Reduce}.
     */
    private static final String PUBLISHED = """
            select x.run_id from series s join run_series x on x.series_id = s.id
             where %s or replace(s.operation, '_', '') like :joined escape '\\'
            union select r.id from run r where lower(r.filename) like :part escape '\\'
            union select r.id from run r where lower(r.source) like :part escape '\\'
            union select r.id from upload u join run r on r.upload_id = u.id where lower(u.title) like :part escape '\\'
            union select r.id from fact f join run r on r.reading_id = f.reading_id and f.section in (0, r.section)
                   where f.name not like 'flag:%%' and lower(f.name || '=' || f.fact_value) like :part escape '\\'
            """.formatted(OF_SERIES.stream().map(column -> "lower(s." + column + ") like :part escape '\\'")
            .collect(Collectors.joining(" or ")));
    private static final String TAGS = """
            select r.id from run_tag t join run r on r.upload_id = t.upload_id and r.section = t.section
             where t.tag like :part escape '\\'
            """;
    private static final String NOTES = """
            select r.id from run_note n join run r on r.upload_id = n.upload_id and r.section = n.section
             where lower(n.note) like :part escape '\\'
            """;

    private final JdbcClient jdbc;
    private final List<KeptRuns<String>> places;
    private final KeptRuns<Count> counts = new KeptRuns<>(this::find, Counted.published);

    WordRuns(JdbcClient jdbc) {
        this.jdbc = jdbc;
        this.places = List.of(new KeptRuns<>(word -> find(word, PUBLISHED), Counted.published),
                new KeptRuns<>(word -> find(word, TAGS), Counted.published, Counted.tagged),
                new KeptRuns<>(word -> find(word, NOTES), Counted.published, Counted.noted));
    }

    /** Returns for each word and count the ids of the runs that have it, ascending, some of which may not be shown. */
    List<long[]> of(SearchWords search, Map<Counted, Long> changes) {
        return Stream.concat(search.words().stream().map(word -> runs(word, changes)),
                search.counts().stream().map(count -> counts.of(count, changes))).toList();
    }

    private long[] runs(String word, Map<Counted, Long> changes) {
        return places.stream().flatMapToLong(place -> LongStream.of(place.of(word, changes))).sorted().distinct()
                .toArray();
    }

    private long[] find(String word, String sql) {
        return ascending(jdbc.sql(sql).param("part", SearchPattern.containing(word))
                .param("joined", SearchPattern.containing(word.replaceAll("[_-]", ""))));
    }

    private long[] find(Count count) {
        return ascending(jdbc.sql("select x.run_id from run_series x where x." + count.column() + " = ?")
                .param(count.number()));
    }

    private static long[] ascending(JdbcClient.StatementSpec statement) {
        return KeptRuns.ids(statement).sorted().distinct().toArray();
    }
}
