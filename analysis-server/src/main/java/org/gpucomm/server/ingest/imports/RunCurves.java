package org.gpucomm.server.ingest.imports;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

import org.gpucomm.server.series.Circumstances;
import org.gpucomm.server.series.Circumstances.Fact;
import org.gpucomm.server.series.Metric;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.stereotype.Component;

/**
 * This class writes what curves are read from: the circumstances of each run of a reading, and its measurements packed by
 * curve, which are taken from their table in one pass where they were not packed as they came.
 */
@Component
class RunCurves {

    /** Rows that are in memory at a time. */
    private static final int FETCHED = 10_000;
    private static final int PARTS_AT_A_TIME = 50;

    private final JdbcTemplate jdbc;

    RunCurves(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** In the present transaction. @param last packed curves that are not in the table yet; empty where any may be missing */
    void write(long reading, Optional<List<Object[]>> last) {
        writeCircumstances(reading);
        last.ifPresentOrElse(packed -> CurvePacking.insert(packed, jdbc), () -> packAll(reading));
    }

    private void packAll(long reading) {
        remove(reading);
        var packing = new CurvePacking();
        jdbc.query(connection -> {
            var statement = connection.prepareStatement("""
                    select m.run_id, m.series_id, m.ranks, m.nodes, m.ordinal, m.message_bytes, m.busbw_gbps, m.algbw_gbps,
                           m.time_us, m.speedup, m.efficiency_pct, m.wrong
                      from measurement m join run r on r.id = m.run_id
                     where r.reading_id = ? order by m.run_id, m.ordinal
                    """);
            statement.setLong(1, reading);
            statement.setFetchSize(FETCHED);
            return statement;
        }, (RowCallbackHandler) row -> {
            packing.add(row.getLong(1), row.getLong(2), row.getInt(3), row.getInt(4), row.getLong(5), row.getLong(6),
                    numbers(row));
            if (packing.ready() >= PARTS_AT_A_TIME) {
                CurvePacking.insert(packing.take(), jdbc);
            }
        });
        packing.endRun();
        CurvePacking.insert(packing.take(), jdbc);
    }

    private static double[] numbers(ResultSet row) throws SQLException {
        var numbers = new double[Metric.stored().size() + 1];
        for (int i = 0; i < numbers.length; i++) {
            double number = row.getDouble(7 + i);
            numbers[i] = row.wasNull() ? Double.NaN : number;
        }
        return numbers;
    }

    /** Takes away what was written. */
    void remove(long reading) {
        jdbc.update("delete from curve_points where run_id in (select id from run where reading_id = ?)", reading);
    }

    /** What is said before the first section is of all. */
    private void writeCircumstances(long reading) {
        var facts = new HashMap<Integer, List<Fact>>();
        jdbc.query("select section, name, fact_value from fact where reading_id = ? and name not like 'flag:%'",
                row -> {
                    facts.computeIfAbsent(row.getInt(1), section -> new ArrayList<>())
                            .add(new Fact(row.getString(2), row.getString(3)));
                }, reading);
        var ids = new HashMap<String, Long>();
        var runs = new ArrayList<Object[]>();
        jdbc.query("select id, section from run where reading_id = ?", row -> {
            var ofRun = new ArrayList<>(facts.getOrDefault(0, List.of()));
            ofRun.addAll(facts.getOrDefault(row.getInt(2), List.of()));
            runs.add(new Object[]{Circumstances.of(ofRun), row.getLong(1)});
        }, reading);
        for (var run : runs) {
            var circumstances = (Circumstances) run[0];
            run[0] = ids.computeIfAbsent(circumstances.text(), text -> id(circumstances));
        }
        jdbc.batchUpdate("update run set circumstances_id = ? where id = ?", runs);
    }

    private long id(Circumstances circumstances) {
        jdbc.update("insert into circumstances (hash, content) values (?, ?) on conflict do nothing",
                circumstances.hash(),
                circumstances.text());
        var id = jdbc.queryForObject("select id from circumstances where hash = ?", Long.class, circumstances.hash());
        if (id == null) {
            throw new IllegalStateException("circumstances " + circumstances.hash() + " were not stored");
        }
        return id;
    }
}
