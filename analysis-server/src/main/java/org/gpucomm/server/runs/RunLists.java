package org.gpucomm.server.runs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import org.gpucomm.server.runs.SearchWords.Count;
import org.gpucomm.server.series.DataCache;
import org.gpucomm.server.series.FilterSql;
import org.gpucomm.server.series.Sequence;
import org.gpucomm.server.series.StoredCurves;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Lists of runs that searches find, in their order. Each condition and each order of a search is a query of its own, and its ids are
 * cached. A page of a search is an intersection of these ids, found without reading the runs on earlier pages.
 */
@Component
class RunLists {

    /** Number of found runs up to which the database sorts them; more are picked from the sorted list of all runs. */
    private static final int FEW = 100;
    /** Maximum number of ids in the cache, eight bytes each. */
    private static final long CAPACITY = 6_000_000;
    /** Weight of a query, counted in ids; a query may be as long as a URL. */
    private static final int OF_QUERY = 4_000;
    /** Number of rows that the database's driver holds at a time. PostgreSQL's holds all of them otherwise. */
    private static final int ROWS_AT_A_TIME = 10_000;
    private static final List<String> OF_SERIES = List.of("tool", "tool_version", "library", "library_version",
            "instance_type", "gpu", "variant", "settings");

    /** Query for published texts; those of single runs are found through the indexes of {@code Storage}, if present. */
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
    /** Places of words. Each has its own statement, which uses an index and which H2 does not repeat for each run. */
    private static final List<String> PLACES = List.of(PUBLISHED, TAGS, NOTES);

    private final JdbcClient jdbc;
    private final Sequence sequence;
    private final StoredCurves curves;
    private final DataCache<Query, long[]> found = new DataCache<>(CAPACITY,
            (query, runs) -> OF_QUERY + runs.length);

    RunLists(JdbcClient jdbc, Sequence sequence, StoredCurves curves) {
        this.jdbc = jdbc;
        this.sequence = sequence;
        this.curves = curves;
    }

    /** Query for ids of runs. @param named values for its named parameters, if it has no question marks */
    private record Query(String sql, List<Object> positional, Map<String, Object> named) {}

    /** Returns the ids of the runs that a search finds, in its order. Callers must not change the array. */
    long[] of(RunSearch search) {
        long version = sequence.version();
        var order = search.order();
        var wanted = new ArrayList<long[]>();
        search.chosen().ifPresent(each -> wanted.add(chosen(each, version)));
        search.lowerCaseTags().forEach(tag -> wanted.add(tagged(tag, version)));
        var words = SearchWords.of(search.words());
        words.words().forEach(word -> wanted.add(with(word, version)));
        words.counts().forEach(count -> wanted.add(with(count, version)));
        return wanted.stream().reduce(RunLists::both).map(found -> found.length <= FEW
                ? inOrder(found, order, version)
                : both(all(order, version), found)).orElseGet(() -> all(order, version));
    }

    /** Returns the number of all runs. */
    long count() {
        return ids(sequence.version(), "select count(*) from run r where r.state = 'ready'", List.of())[0];
    }

    /** Returns the elements of the first array that are in the second, in the order of the first. @param others ascending */
    private static long[] both(long[] some, long[] others) {
        return LongStream.of(some).filter(run -> Arrays.binarySearch(others, run) >= 0).toArray();
    }

    private long[] all(String order, long version) {
        return ids(version, "select r.id from run r where r.state = 'ready'" + order, List.of());
    }

    /** Sorts runs. Each run is a separate parameter: with an array, H2 would scan all runs. */
    private long[] inOrder(long[] runs, String order, long version) {
        var arguments = new ArrayList<Object>();
        return runs.length == 0
                ? runs
                : ids(version, "select r.id from run r where r.state = 'ready'"
                        + FilterSql.in("r.id", LongStream.of(runs).boxed().toList(), arguments) + order, arguments);
    }

    private long[] chosen(RunSearch search, long version) {
        var arguments = new ArrayList<Object>();
        return ids(version,
                "select r.id from run r where " + search.condition(curves, arguments) + " order by r.id", arguments);
    }

    private long[] tagged(String tag, long version) {
        return ids(version,
                "select r.id from run_tag t join run r on r.upload_id = t.upload_id and r.section = t.section"
                        + " where t.tag = ? order by r.id",
                List.of(tag));
    }

    /** Returns the ids of the runs that contain a word, ascending; some may not be visible. */
    private long[] with(String word, long version) {
        var named = Map.<String, Object>of("part", FilterSql.containing(word), "joined",
                FilterSql.containing(word.replaceAll("[_-]", "")));
        return PLACES.stream().flatMapToLong(sql -> LongStream.of(ids(version, new Query(sql, List.of(), named))))
                .sorted()
                .distinct().toArray();
    }

    private long[] with(Count count, long version) {
        return ids(version, "select distinct x.run_id from run_series x where x." + count.column()
                + " = ? order by x.run_id", List.of(count.number()));
    }

    private long[] ids(long version, String sql, List<Object> positional) {
        return ids(version, new Query(sql, positional, Map.of()));
    }

    /** Returns the ids in the order of the query. Callers must not change the array. */
    private long[] ids(long version, Query query) {
        return Objects.requireNonNull(found.find(version, query, () -> read(query)));
    }

    /** Reads the ids without boxing them, and some at a time, since there may be millions. */
    private long[] read(Query query) {
        var ids = LongStream.builder();
        jdbc.sql(query.sql()).withFetchSize(ROWS_AT_A_TIME).params(query.positional()).params(query.named())
                .query(row -> {
                    ids.add(row.getLong(1));
                });
        return ids.build().toArray();
    }
}
