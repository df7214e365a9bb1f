package org.gpucomm.server.catalog;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** How many measurements there are where: from the counts that publishing keeps, or for chosen runs from their rows. */
@Component
class Grid {

    private final JdbcClient jdbc;

    Grid(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Every place that has a measurement, of all ready runs or of these. */
    List<Cell> cells(Collection<String> runIds) {
        return runIds.isEmpty() ? ofAll() : ofRuns(RunId.parse(runIds));
    }

    private List<Cell> ofAll() {
        return jdbc.sql("""
                select s.*, g.ranks, g.nodes, g.message_bytes, g.points, g.busbw_points, g.algbw_points, g.time_points,
                       g.speedup_points, g.efficiency_points
                  from grid g join series s on s.id = g.series_id
                 where g.points > 0
                """).query(Grid::cell).list();
    }

    private List<Cell> ofRuns(List<RunId> runs) {
        var cells = new ArrayList<Cell>();
        for (var run : runs) {
            cells.addAll(jdbc.sql("""
                    select s.*, c.ranks, c.nodes, c.message_bytes, c.points, c.busbw_points, c.algbw_points,
                           c.time_points, c.speedup_points, c.efficiency_points
                      from (select m.series_id, m.ranks, m.nodes, m.message_bytes, count(*) as points,
                                   count(m.busbw_gbps) as busbw_points, count(m.algbw_gbps) as algbw_points,
                                   count(m.time_us) as time_points, count(m.speedup) as speedup_points,
                                   count(m.efficiency_pct) as efficiency_points
                              from measurement m join run r on r.id = m.run_id
                             where r.upload_id = ? and r.section = ? and r.state = 'ready'
                             group by m.series_id, m.ranks, m.nodes, m.message_bytes) c
                      join series s on s.id = c.series_id
                    """).params(run.upload(), run.section()).query(Grid::cell).list());
        }
        return cells;
    }

    private static Cell cell(ResultSet row, int number) throws SQLException {
        var points = new EnumMap<Metric, Long>(Metric.class);
        for (var metric : Metric.values()) {
            points.put(metric, row.getLong(metric + "_points"));
        }
        return new Cell(new Place(seriesRow(row), row.getInt("ranks"), row.getInt("nodes"),
                row.getLong("message_bytes")), row.getLong("points"), points);
    }

    private static SeriesRow seriesRow(ResultSet row) throws SQLException {
        return new SeriesRow(row.getLong("id"), row.getString("hash"), row.getString("tool"),
                row.getString("tool_version"), row.getString("library"), row.getString("library_version"),
                row.getString("operation"), row.getString("variant"), row.getString("placement"),
                row.getString("instance_type"), row.getString("gpu"), row.getString("problem"),
                row.getString("datatype"), row.getString("redop"), row.getString("root"), row.getString("settings"));
    }

    /**
     * @param points   measurements there
     * @param ofMetric how many of them have each metric
     */
    record Cell(Place place, long points, Map<Metric, Long> ofMetric) {

        long points(Metric metric) {
            return ofMetric.getOrDefault(metric, 0L);
        }
    }
}
