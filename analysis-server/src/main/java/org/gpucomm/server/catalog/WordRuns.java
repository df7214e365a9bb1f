package org.gpucomm.server.catalog;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.gpucomm.server.series.Sequence;
import org.gpucomm.server.series.Sequence.Counted;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * This class tells in which runs words stand. Each place is looked through by a statement of its own, so that an index can be used
 * there, and so that H2 looks once: as part of a longer statement it asks anew for each run while somebody else writes.
 */
@Component
class WordRuns {

    private static final Stream<String> OF_SERIES = Stream.of("tool", "tool_version", "library", "library_version",
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
            """.formatted(OF_SERIES.map(column -> "lower(s." + column + ") like :part escape '\\'")
            .collect(Collectors.joining(" or ")));
    private static final String TAGS = """
            select r.id from run_tag t join run r on r.upload_id = t.upload_id and r.section = t.section
             where t.tag like :part escape '\\'
            """;
    private static final String NOTES = """
            select r.id from run_note n join run r on r.upload_id = n.upload_id and r.section = n.section
             where lower(n.note) like :part escape '\\'
            """;

    private static final List<Counted> MADE_OF = List.of(Counted.published, Counted.tagged, Counted.noted);

    private final Sequence sequence;
    private final List<WordPlaces> places;

    WordRuns(JdbcClient jdbc, Sequence sequence) {
        this.sequence = sequence;
        this.places = List.of(new WordPlaces(jdbc, PUBLISHED, Counted.published),
                new WordPlaces(jdbc, TAGS, Counted.published, Counted.tagged),
                new WordPlaces(jdbc, NOTES, Counted.published, Counted.noted));
    }

    /** Returns the ids of the runs in which all of these stand, ascending. @param words at least one */
    long[] of(Set<String> words) {
        var changes = changes();
        return words.stream().map(word -> runs(word, changes)).reduce(WordRuns::both).orElseThrow();
    }

    private Map<Counted, Long> changes() {
        var counts = sequence.changes(MADE_OF);
        var changes = new EnumMap<Counted, Long>(Counted.class);
        MADE_OF.forEach(counted -> changes.put(counted, counts.get(MADE_OF.indexOf(counted))));
        return changes;
    }

    private long[] runs(String word, Map<Counted, Long> changes) {
        return places.stream().flatMapToLong(place -> LongStream.of(place.runs(word, changes))).sorted().distinct()
                .toArray();
    }

    private static long[] both(long[] some, long[] others) {
        return LongStream.of(some).filter(run -> Arrays.binarySearch(others, run) >= 0).toArray();
    }
}
