package org.gpucomm.server.catalog;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

import org.gpucomm.server.ingest.uploads.SearchPattern;
import org.gpucomm.server.series.Sequence.Counted;
import org.springframework.jdbc.core.simple.JdbcClient;

/** This class tells in which runs a word stands, in places that change together. What was found is kept until they change. */
final class WordPlaces {

    /** Ids of runs, of eight bytes. */
    private static final long MOST_KEPT = 1_000_000;

    private final JdbcClient jdbc;
    private final String sql;
    private final List<Counted> madeOf;
    private volatile Known known = new Known(List.of());

    /**
     * @param sql    of the ids of runs; {@code :part} is a pattern of the word as {@code like} takes it, {@code :joined} one of the
     *               word without hyphens and underscores
     * @param madeOf what the runs change with
     */
    WordPlaces(JdbcClient jdbc, String sql, Counted... madeOf) {
        this.jdbc = jdbc;
        this.sql = sql;
        this.madeOf = List.of(madeOf);
    }

    /** The runs of each word in one state. */
    private record Known(List<Long> state, ConcurrentMap<String, long[]> runs, LongAdder kept) {

        Known(List<Long> state) {
            this(state, new ConcurrentHashMap<>(), new LongAdder());
        }
    }

    /** Returns the ids of the runs. @param changes how often each has changed that this is made of */
    long[] runs(String word, Map<Counted, Long> changes) {
        var last = in(madeOf.stream().map(changes::get).toList());
        return last.runs().computeIfAbsent(word, added -> {
            var found = find(word);
            last.kept().add(found.length);
            return found;
        });
    }

    private Known in(List<Long> state) {
        var last = known;
        if (!last.state().equals(state) || last.kept().sum() > MOST_KEPT) {
            last = new Known(state);
            known = last;
        }
        return last;
    }

    private long[] find(String word) {
        return jdbc.sql(sql).param("part", SearchPattern.containing(word))
                .param("joined", SearchPattern.containing(word.replaceAll("[_-]", ""))).query(Long.class).stream()
                .mapToLong(Long::longValue).toArray();
    }
}
