package org.gpucomm.server.ingest.imports;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;

import org.gpucomm.analysis.identity.Circumstances;
import org.gpucomm.analysis.identity.Circumstances.Fact;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Circumstances in which the runs of a reading were made, from its facts. */
@Component
class RunCircumstances {

    private final JdbcTemplate jdbc;

    RunCircumstances(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Stores the circumstances in the current transaction. Facts before the first section apply to all runs. */
    void write(long reading) {
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
            run[0] = ids.computeIfAbsent(circumstances.text(),
                    text -> id(jdbc, "circumstances", circumstances.hash(), text));
        }
        jdbc.batchUpdate("update run set circumstances_id = ? where id = ?", runs);
    }

    /** Returns the id of a text in a table of texts by their hash, where it is inserted if it is missing. */
    static Long id(JdbcTemplate jdbc, String table, String hash, String content) {
        jdbc.update("insert into " + table + " (hash, content) values (?, ?) on conflict do nothing", hash, content);
        return Objects.requireNonNull(
                jdbc.queryForObject("select id from " + table + " where hash = ?", Long.class, hash));
    }
}
