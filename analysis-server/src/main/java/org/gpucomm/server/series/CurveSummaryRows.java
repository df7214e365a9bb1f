package org.gpucomm.server.series;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Table {@code kind}, which has sums over the curves of all runs. The transaction that publishes or removes a reading updates it. */
@Component
public class CurveSummaryRows {

    static final String SUMS = """
            select c.series_id, c.ranks, c.nodes, r.circumstances_id, c.sizes_id, count(*), sum(c.points),
                   sum(c.busbw_points), sum(c.algbw_points), sum(c.time_points), sum(c.speedup_points),
                   sum(c.efficiency_points)
              from run_series c join run r on r.id = c.run_id
             where r.state = 'ready'
            """;
    static final String EACH = " group by c.series_id, c.ranks, c.nodes, r.circumstances_id, c.sizes_id";

    private static final List<String> KEY = List.of("series_id", "ranks", "nodes", "circumstances_id", "sizes_id");
    private static final List<String> COUNTS = List.of("curves", "points", "busbw_points", "algbw_points",
            "time_points", "speedup_points", "efficiency_points");

    private static final String INSERT = "insert into kind (%s, %s) values (?, ?, ?, ?, ?, 0, 0, 0, 0, 0, 0, 0) on conflict do nothing"
            .formatted(String.join(", ", KEY), String.join(", ", COUNTS));
    private static final String UPDATE = "update kind set "
            + COUNTS.stream().map(count -> count + " = " + count + " + ?").collect(Collectors.joining(", "))
            + KEY.stream().map(column -> column + " = ?").collect(Collectors.joining(" and ", " where ", ""));

    private final JdbcTemplate jdbc;

    CurveSummaryRows(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Adds the curves of a reading that becomes visible. */
    public void add(long reading) {
        var kinds = kinds(reading, 1);
        jdbc.batchUpdate(INSERT, kinds.stream().map(kind -> Stream.of(kind).skip(COUNTS.size()).toArray()).toList());
        jdbc.batchUpdate(UPDATE, kinds);
    }

    /** Removes the curves of a reading that is no longer visible; does nothing if it was not visible. */
    public void remove(long reading) {
        var kinds = kinds(reading, -1);
        if (!kinds.isEmpty()) {
            jdbc.batchUpdate(UPDATE, kinds);
            jdbc.update("delete from kind where curves = 0");
        }
    }

    /** Returns the counts of each kind, followed by its key. */
    private List<Object[]> kinds(long reading, int sign) {
        return jdbc.query(SUMS + " and r.reading_id = ?" + EACH, (row, number) -> {
            var values = new Object[COUNTS.size() + KEY.size()];
            for (int i = 0; i < COUNTS.size(); i++) {
                values[i] = sign * row.getLong(KEY.size() + 1 + i);
            }
            for (int i = 0; i < KEY.size(); i++) {
                values[COUNTS.size() + i] = row.getLong(1 + i);
            }
            return values;
        }, reading);
    }
}
