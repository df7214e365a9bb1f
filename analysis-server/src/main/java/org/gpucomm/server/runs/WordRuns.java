package org.gpucomm.server.runs;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.gpucomm.server.runs.SearchWords.Count;
import org.gpucomm.server.ingest.uploads.SearchPattern;
import org.springframework.stereotype.Component;

/** Runs that contain words. Each place has its own statement, which uses an index and which H2 does not repeat for each run. */
@Component
class WordRuns {

    private static final List<String> OF_SERIES = List.of("tool", "tool_version", "library", "library_version",
            "instance_type", "gpu", "variant", "settings");

    /** Query for published texts; those of single runs are found through {@code SearchIndexes}, if present. */
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
    private static final List<String> PLACES = List.of(PUBLISHED, TAGS, NOTES);

    private final RunIds ids;

    WordRuns(RunIds ids) {
        this.ids = ids;
    }

    /** Returns, for each word and count, the ids of the runs that match it, ascending; some may not be visible. */
    List<long[]> of(SearchWords search, long version) {
        return Stream.concat(search.words().stream().map(word -> runs(word, version)),
                search.counts().stream().map(count -> runs(count, version))).toList();
    }

    private long[] runs(String word, long version) {
        var named = Map.<String, Object>of("part", SearchPattern.containing(word), "joined",
                SearchPattern.containing(word.replaceAll("[_-]", "")));
        return PLACES.stream().flatMapToLong(sql -> LongStream.of(ids.of(version, sql, named))).sorted().distinct()
                .toArray();
    }

    private long[] runs(Count count, long version) {
        return ids.of(version, "select distinct x.run_id from run_series x where x." + count.column()
                + " = ? order by x.run_id", List.of(count.number()));
    }
}
