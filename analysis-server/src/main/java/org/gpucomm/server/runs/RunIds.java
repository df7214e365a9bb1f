package org.gpucomm.server.runs;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;

import org.gpucomm.server.series.DataCache;
import org.gpucomm.server.series.Sequence;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Ids of runs that queries find, cached until the data changes. */
@Component
class RunIds {

    /** Maximum number of ids in the cache, eight bytes each. */
    private static final long CAPACITY = 6_000_000;
    /** Weight of a query, counted in ids; a query may be as long as a URL. */
    private static final int OF_QUERY = 4_000;

    private final JdbcClient jdbc;
    private final Sequence sequence;
    private final DataCache<Query, long[]> found = new DataCache<>(CAPACITY,
            (query, runs) -> OF_QUERY + runs.length);

    RunIds(JdbcClient jdbc, Sequence sequence) {
        this.jdbc = jdbc;
        this.sequence = sequence;
    }

    /**
     * Query whose first column is the id of a run.
     *
     * @param positional values for its question marks
     * @param named      values for its named parameters, if it has no question marks
     */
    record Query(String sql, List<Object> positional, Map<String, Object> named) {}

    /** Returns the version of the data that the caller sees. */
    long version() {
        return sequence.version();
    }

    /** Returns the ids in the order of the query. Callers must not change the array. */
    long[] of(long version, String sql, List<Object> positional) {
        return of(version, new Query(sql, positional, Map.of()));
    }

    /** Returns the ids for a query with named parameters. */
    long[] of(long version, String sql, Map<String, Object> named) {
        return of(version, new Query(sql, List.of(), named));
    }

    private long[] of(long version, Query query) {
        return Objects.requireNonNull(found.find(version, query, () -> read(query)));
    }

    /** Reads the ids without boxing them, since there may be millions. */
    private long[] read(Query query) {
        var ids = LongStream.builder();
        jdbc.sql(query.sql()).params(query.positional()).params(query.named()).query(row -> {
            ids.add(row.getLong(1));
        });
        return ids.build().toArray();
    }
}
