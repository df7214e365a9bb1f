package org.gpucomm.server.series;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

import org.gpucomm.server.series.CurvePart.Curve;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Rows of the table {@code curve}, ordered by file and then by their first measurement. Rows are read in batches, since H2 holds a whole
 * result in memory.
 *
 * @param <T> type that a row is mapped to
 */
public final class CurveRows<T> implements Iterator<T> {

    private static final int MEASUREMENTS_AT_A_TIME = 32_000;

    private static final String KEYS = """
            select c.run_id, c.series_id, c.ranks, c.nodes, c.part, cardinality(c.ordinal)
              from unnest(cast(? as bigint array), cast(? as int array)) as wanted(run, file)
                   join curve c on c.run_id = wanted.run
             order by wanted.file, c.part
            """;
    private static final String ROWS = """
            select %s
              from unnest(cast(? as bigint array), cast(? as bigint array), cast(? as int array), cast(? as int array),
                          cast(? as bigint array), cast(? as int array)) as wanted(run, series, on_ranks, on_nodes, first, place)
                   join curve c on c.run_id = wanted.run and c.series_id = wanted.series and c.ranks = wanted.on_ranks
                    and c.nodes = wanted.on_nodes and c.part = wanted.first
             order by wanted.place
            """;

    private final JdbcClient jdbc;
    private final String sql;
    private final RowMapper<T> mapper;
    private final List<Key> keys;
    private int read;
    private Iterator<T> some = List.<T>of().iterator();

    /** @param files position of each run's upload in the order of uploads, by run @param columns columns of {@code curve c} */
    public CurveRows(JdbcClient jdbc, Map<Long, Integer> files, String columns, RowMapper<T> mapper) {
        this.jdbc = jdbc;
        this.sql = ROWS.formatted(columns);
        this.mapper = mapper;
        var of = List.copyOf(files.entrySet());
        this.keys = jdbc.sql(KEYS).param(1, of.stream().map(Map.Entry::getKey).toArray(Long[]::new))
                .param(2, of.stream().map(Map.Entry::getValue).toArray(Integer[]::new))
                .query((row, n) -> new Key(Curve.of(row), row.getLong(5), row.getInt(6)))
                .list();
    }

    private record Key(Curve curve, long part, int size) {}

    @Override
    public boolean hasNext() {
        while (!some.hasNext() && read < keys.size()) {
            var next = new ArrayList<Key>();
            for (int measurements = 0; measurements < MEASUREMENTS_AT_A_TIME && read < keys.size(); read++) {
                next.add(keys.get(read));
                measurements += keys.get(read).size();
            }
            some = rows(next).iterator();
        }
        return some.hasNext();
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return some.next();
    }

    private List<T> rows(List<Key> wanted) {
        var places = new ArrayList<Integer>();
        wanted.forEach(key -> places.add(places.size()));
        return jdbc.sql(sql).param(1, wanted.stream().map(key -> key.curve().run()).toArray(Long[]::new))
                .param(2, wanted.stream().map(key -> key.curve().series()).toArray(Long[]::new))
                .param(3, wanted.stream().map(key -> key.curve().ranks()).toArray(Integer[]::new))
                .param(4, wanted.stream().map(key -> key.curve().nodes()).toArray(Integer[]::new))
                .param(5, wanted.stream().map(Key::part).toArray(Long[]::new))
                .param(6, places.toArray(Integer[]::new)).query(mapper).list();
    }
}
