package org.gpucomm.server.ingest.imports;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.gpucomm.analysis.identity.Circumstances;
import org.gpucomm.analysis.identity.Circumstances.Fact;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Flag;
import org.gpucomm.server.ingest.parsing.Readings.Reading;
import org.gpucomm.server.series.HistoryRows;
import org.gpucomm.server.series.CurveSummaries;
import org.gpucomm.server.series.RunColumn;
import org.gpucomm.server.series.Sequence;
import org.gpucomm.analysis.series.SizeCounts;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Last step of an import: counts the rows of a reading and makes it visible, replacing an earlier reading in the same transaction. */
@Component
public class Publication {

    private final JdbcTemplate jdbc;
    private final HistoryRows histories;
    private final CurveSummaries curveSummaries;
    private final Sequence sequence;

    Publication(JdbcTemplate jdbc, HistoryRows histories, CurveSummaries curveSummaries, Sequence sequence) {
        this.jdbc = jdbc;
        this.histories = histories;
        this.curveSummaries = curveSummaries;
        this.sequence = sequence;
    }

    /** Locks publications until the transaction ends. To avoid deadlocks, take this lock before those on readings or uploads. */
    public void lock() {
        jdbc.update("update publication set version = version where id = 1");
    }

    /** Publishes a reading, in a transaction with the {@link #lock()}, so that each upload gets its own sequence number. */
    void publish(Reading reading, ReadingCounts counts) {
        requireImporting(reading.id());
        sequence.change();
        var shown = jdbc.queryForObject("select reading_id from upload where id = ?", Long.class, reading.uploadId());
        if (shown != null && shown != reading.id()) {
            new ChangedRows(JdbcClient.create(jdbc)).count(reading.id(), shown);
            remove(shown);
        }
        removeEarlierBundled(reading.uploadId());
        countRuns(reading.id(), counts);
        requireAllRows(reading.id());
        addCircumstances(reading.id());
        addFailedRuns(reading.id());
        flagRuns(reading.id());
        jdbc.update("update run set state = 'ready', " + RunColumn.all() + " where reading_id = ?", reading.id());
        jdbc.update("update upload set reading_id = ?, filename = ? where id = ?", reading.id(), reading.filename(),
                reading.uploadId());
        putInSequence(reading.uploadId());
        histories.add(reading.id());
        curveSummaries.add(reading.id());
        jdbc.update("""
                update reading set state = 'ready', message = null, ended_at = current_timestamp,
                       run_count = (select count(*) from run where reading_id = ?)
                 where id = ?
                """, reading.id(), reading.id());
        var summary = new Summary(JdbcClient.create(jdbc), reading.id());
        jdbc.update("update reading set summary = ? where id = ?", summary.text(), reading.id());
        if (isHidden(reading.uploadId())) {
            withdraw(reading.id());
        }
    }

    /**
     * Checks, in a transaction with the {@link #lock()}, that the reading is still being imported.
     *
     * @throws OptimisticLockingFailureException if another server took over the import and has ended it
     */
    void requireImporting(long reading) {
        if (jdbc.update("update reading set message = null where id = ? and state = 'importing'", reading) == 0) {
            throw new OptimisticLockingFailureException("reading " + reading + " is not being imported any more");
        }
    }

    /** Checks that exactly the rows that the chunks counted are stored. */
    private void requireAllRows(long reading) {
        jdbc.query("""
                select r.row_count,
                       (select coalesce(sum(cardinality(c.ordinal)), 0)
                          from run x join curve c on c.run_id = x.id where x.reading_id = ?),
                       (select coalesce(sum(points), 0) from run where reading_id = ?)
                  from reading r where r.id = ?
                """, row -> {
            long counted = row.getLong(1);
            if (row.getLong(2) != counted || row.getLong(3) != counted) {
                throw new IllegalStateException("of %d rows %d are stored, and their runs have %d".formatted(counted,
                        row.getLong(2), row.getLong(3)));
            }
        }, reading, reading, reading);
    }

    /** Hides the runs of a reading from every view, in the caller's transaction. */
    public void withdraw(long reading) {
        sequence.change();
        if (isPublished(reading)) {
            var left = histories.of(reading);
            jdbc.update("""
                    update run_series set history_id = null where run_id in (select id from run where reading_id = ?)
                    """, reading);
            histories.recount(left);
            curveSummaries.remove(reading);
            jdbc.update("update run set state = 'hidden' where reading_id = ? and state = 'ready'", reading);
        }
    }

    /** Shows the runs of a withdrawn reading again in all views, in the caller's transaction. */
    public void putBack(long reading) {
        sequence.change();
        if (jdbc.update("update run set state = 'ready' where reading_id = ? and state = 'hidden'", reading) > 0) {
            histories.add(reading);
            curveSummaries.add(reading);
        }
    }

    private boolean isHidden(String upload) {
        return Boolean.TRUE.equals(
                jdbc.queryForObject("select hidden_at is not null from upload where id = ?", Boolean.class, upload));
    }

    /** Gives an upload its sequence number, unless an earlier reading got it. */
    private void putInSequence(String upload) {
        jdbc.update("""
                update publication set sequence = sequence + 1
                 where id = 1 and exists (select 1 from upload where id = ? and sequence is null)
                """, upload);
        jdbc.update("""
                update upload set sequence = (select sequence from publication where id = 1)
                 where id = ? and sequence is null
                """, upload);
    }

    /** Removes bundled results of the same name from an earlier build. */
    private void removeEarlierBundled(String upload) {
        var earlier = jdbc.queryForList("""
                select o.id from upload o join upload u on u.filename = o.filename
                 where u.id = ? and u.bundled and o.bundled and o.stored_at < u.stored_at
                """, String.class, upload);
        for (var id : earlier) {
            jdbc.queryForList("select id from reading where upload_id = ?", Long.class, id).forEach(this::remove);
            jdbc.update("delete from reading where upload_id = ?", id);
            jdbc.update("delete from upload where id = ?", id);
        }
    }

    /** Removes everything of a reading but its row, so the upload stays in the list. */
    public void remove(long reading) {
        removeRows(reading);
        jdbc.update("delete from problem where reading_id = ?", reading);
        jdbc.update("delete from fact where reading_id = ?", reading);
    }

    /** Removes the runs and measurements of a reading; its facts and problems, which are few, stay. */
    void removeRows(long reading) {
        jdbc.update("delete from run_flag where run_id in (select id from run where reading_id = ?)", reading);
        var left = histories.of(reading);
        curveSummaries.remove(reading);
        jdbc.update("delete from run_series where run_id in (select id from run where reading_id = ?)", reading);
        histories.recount(left);
        jdbc.update("delete from curve where run_id in (select id from run where reading_id = ?)", reading);
        jdbc.update("delete from run where reading_id = ?", reading);
    }

    private boolean isPublished(long reading) {
        return Boolean.TRUE.equals(jdbc.queryForObject(
                "select exists (select 1 from run where reading_id = ? and state = 'ready')", Boolean.class, reading));
    }

    private void countRuns(long reading, ReadingCounts counts) {
        jdbc.update("delete from run where reading_id = ? and tool is null", reading);
        var sizes = new HashMap<String, Long>();
        jdbc.batchUpdate("""
                insert into run_series (sizes_id, run_id, series_id, ranks, nodes, points, busbw_points, algbw_points, time_points,
                                        speedup_points, efficiency_points, min_bytes, max_bytes, by_rank)
                values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, counts.ofSeries().stream().map(each -> ofSizes(each, sizes)).toList());
        jdbc.batchUpdate("""
                update run set points = ?, wrong = ?, min_bytes = ?, max_bytes = ?, max_busbw = ?, max_algbw = ?,
                       min_time = ?
                 where id = ?
                """, counts.ofRuns());
    }

    /** Stores the circumstances in which the runs were made. Facts before the first section apply to all runs. */
    private void addCircumstances(long reading) {
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
                    text -> id("circumstances", circumstances.hash(), text));
        }
        jdbc.batchUpdate("update run set circumstances_id = ? where id = ?", runs);
    }

    /** Adds a run for each section that failed before its first measurement; without a section, the first run. */
    private void addFailedRuns(long reading) {
        jdbc.update("""
                insert into run (reading_id, upload_id, section, state, filename, tool, stored_at, bundled, problems)
                select r.id, r.upload_id, greatest(f.section, 1), 'importing', r.filename, coalesce(r.format, ''), u.stored_at,
                       u.bundled, (select count(*) from problem p where p.reading_id = r.id and p.section = f.section)
                  from (select max(section) as section from fact where reading_id = ? and name = ?
                         group by greatest(section, 1)) f
                       join reading r on r.id = ? join upload u on u.id = r.upload_id
                 where not exists (select 1 from run x
                                    where x.reading_id = r.id and (x.section = f.section or f.section = 0))
                """, reading, Entry.Fact.flag(Flag.ABORTED, "").name(), reading);
    }

    /** @param row row that begins with the text of its sizes, which is replaced by their id */
    private Object[] ofSizes(Object[] row, Map<String, Long> known) {
        row[0] = known.computeIfAbsent((String) row[0],
                text -> id("message_sizes", SizeCounts.hash(text), text));
        return row;
    }

    /** Stores the flags in logs and those of measurements. Flags of all sections have a query of their own, which is faster. */
    private void flagRuns(long reading) {
        jdbc.update("""
                insert into run_flag (run_id, flag, detail)
                select run_id, flag, detail
                  from (select run_id, substring(name, 6) as flag, detail,
                               row_number() over (partition by run_id, name
                                                  order by position(' says' in detail), detail) as place
                          from (select r.id as run_id, f.name, f.fact_value as detail
                                  from run r join fact f on f.reading_id = r.reading_id and f.section = r.section
                                 where r.reading_id = ? and f.name like 'flag:%'
                                union all
                                select r.id, f.name, f.fact_value
                                  from run r join fact f on f.reading_id = r.reading_id and f.section = 0
                                 where r.reading_id = ? and f.name like 'flag:%') said) placed
                 where place = 1
                """, reading, reading);
        jdbc.update("""
                insert into run_flag (run_id, flag, detail)
                select r.id, ?, cast(r.wrong as varchar(20)) || ' of ' || cast(r.points as varchar(20))
                             || ' measurements'
                  from run r where r.reading_id = ? and r.wrong > 0
                    on conflict do nothing
                """, Flag.WRONG_DATA.id(), reading);
    }

    /** Returns the id of a text in a table of texts by their hash, where it is inserted if it is missing. */
    private Long id(String table, String hash, String content) {
        jdbc.update("insert into " + table + " (hash, content) values (?, ?) on conflict do nothing", hash, content);
        return Objects.requireNonNull(
                jdbc.queryForObject("select id from " + table + " where hash = ?", Long.class, hash));
    }
}
