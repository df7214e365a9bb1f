package org.gpucomm.server.series;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.gpucomm.analysis.identity.Circumstances;
import org.gpucomm.analysis.identity.SeriesKey;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Table {@code history}, updated as readings are published and removed, in the same transaction. Only one publication runs at a time. */
@Component
public class HistoryRows {

    private static final String CURVES = """
            select c.run_id, c.series_id, c.ranks, c.nodes, r.circumstances_id, r.made_at
              from run_series c join run r on r.id = c.run_id
             where r.reading_id = ? and c.ranks > 0 and c.time_points + c.algbw_points > 0
            """;

    private final JdbcTemplate jdbc;
    private final StoredCurves curves;

    HistoryRows(JdbcTemplate jdbc, StoredCurves curves) {
        this.jdbc = jdbc;
        this.curves = curves;
    }

    /** Curve of a run that belongs to a history. A curve without times or ranks belongs to none. */
    private record Curve(long run, Kind kind, Instant at) {}

    private record Kind(long series, int ranks, int nodes, long circumstances) {}

    /** Adds the runs of a reading to their histories. Their circumstances and the upload's sequence number must be stored before. */
    public void add(long reading) {
        setMadeAt(reading);
        var found = jdbc.query(CURVES, (row, n) -> new Curve(row.getLong(1),
                new Kind(row.getLong(2), row.getInt(3), row.getInt(4), row.getLong(5)),
                row.getObject(6, OffsetDateTime.class).toInstant()), reading);
        var keys = keys(found.stream().map(Curve::kind).distinct().toList());
        var ids = new HashMap<String, Long>();
        var added = new HashMap<Long, List<Curve>>();
        var members = new LinkedHashMap<Kind, Set<Long>>();
        for (var curve : found) {
            var key = Objects.requireNonNull(keys.get(curve.kind()));
            long id = ids.computeIfAbsent(key.history().hash(), hash -> id(hash, key, curve));
            added.computeIfAbsent(id, first -> new ArrayList<>()).add(curve);
            members.computeIfAbsent(curve.kind(), first -> new LinkedHashSet<>()).add(curve.run());
        }
        jdbc.batchUpdate("""
                update run_series set history_id = ?
                 where series_id = ? and ranks = ? and nodes = ? and run_id = any(cast(? as bigint array))
                """, members.entrySet().stream().map(each -> {
            var kind = each.getKey();
            var hash = Objects.requireNonNull(keys.get(kind)).history().hash();
            return new @Nullable Object[]{ids.get(hash), kind.series(), kind.ranks(), kind.nodes(),
                    each.getValue().toArray(Long[]::new)};
        }).toList());
        var sequence = jdbc.queryForObject(
                "select u.sequence from reading g join upload u on u.id = g.upload_id where g.id = ?",
                Long.class, reading);
        jdbc.batchUpdate("""
                update history set runs = runs + ?, first_at = least(first_at, ?), last_at = greatest(last_at, ?),
                       last_sequence = greatest(last_sequence, ?), changed = (select version from publication where id = 1)
                 where id = ?
                """, added.entrySet().stream().map(each -> {
            var times = each.getValue().stream().map(Curve::at).sorted().toList();
            return new @Nullable Object[]{each.getValue().stream().map(Curve::run).distinct().count(),
                    utc(times.getFirst()), utc(times.getLast()), sequence, each.getKey()};
        }).toList());
    }

    /** Returns the ids of the histories that contain runs of a reading. */
    public List<Long> of(long reading) {
        return jdbc.queryForList("""
                select distinct c.history_id from run_series c join run r on r.id = c.run_id
                 where r.reading_id = ? and c.history_id is not null
                """, Long.class, reading);
    }

    /** Counts histories again after runs were removed, and deletes those without runs. */
    public void recount(List<Long> histories) {
        var ids = histories.stream().map(id -> new Object[]{id}).toList();
        jdbc.batchUpdate("""
                delete from history where id = ?
                   and not exists (select 1 from run_series c where c.history_id = history.id)
                """, ids);
        jdbc.batchUpdate("""
                update history set
                       runs = (select count(distinct c.run_id) from run_series c where c.history_id = history.id),
                       changed = (select version from publication where id = 1),
                       first_at = (select min(r.made_at) from run_series c join run r on r.id = c.run_id
                                    where c.history_id = history.id),
                       last_at = (select max(r.made_at) from run_series c join run r on r.id = c.run_id
                                   where c.history_id = history.id),
                       last_sequence = (select max(u.sequence) from run_series c join run r on r.id = c.run_id
                                          join upload u on u.id = r.upload_id where c.history_id = history.id)
                 where id = ?
                """, ids);
    }

    private void setMadeAt(long reading) {
        jdbc.batchUpdate("update run set made_at = ? where id = ?",
                jdbc.query("select id, started_at, stored_at from run where reading_id = ?",
                        (row, n) -> new Object[]{utc(madeAt(row.getString(2),
                                row.getObject(3, OffsetDateTime.class).toInstant())), row.getLong(1)},
                        reading));
    }

    /** Returns the printed time, or the time of storage if there is none or it is invalid. @param printed null if none was printed */
    private static Instant madeAt(@Nullable String printed, Instant stored) {
        if (printed == null) {
            return stored;
        }
        try {
            return OffsetDateTime.parse(printed).toInstant();
        } catch (DateTimeException noOffset) {
            try {
                return LocalDateTime.parse(printed).toInstant(ZoneOffset.UTC);
            } catch (DateTimeException noDate) {
                return stored;
            }
        }
    }

    private Map<Kind, SeriesKey> keys(List<Kind> kinds) {
        var rows = curves.rows(kinds.stream().map(Kind::series).distinct().toList());
        var circumstances = curves.circumstances(kinds.stream().map(Kind::circumstances).distinct().toList());
        var keys = new HashMap<Kind, SeriesKey>();
        for (var kind : kinds) {
            keys.put(kind, SeriesKey.of(Objects.requireNonNull(rows.get(kind.series())), kind.ranks(), kind.nodes(),
                    circumstances.getOrDefault(kind.circumstances(), Circumstances.UNKNOWN)));
        }
        return keys;
    }

    private long id(String hash, SeriesKey key, Curve curve) {
        var kind = curve.kind();
        jdbc.update("""
                insert into history (hash, twin, series_id, ranks, nodes, circumstances_id, runs, first_at, last_at,
                                     last_sequence, changed)
                values (?, ?, ?, ?, ?, ?, 0, ?, ?, 0, 0)
                    on conflict do nothing
                """, hash, key.twin().map(twin -> twin.history().hash()).orElse(null), kind.series(), kind.ranks(),
                kind.nodes(), kind.circumstances(), utc(curve.at()), utc(curve.at()));
        return Objects.requireNonNull(
                jdbc.queryForObject("select id from history where hash = ?", Long.class, hash));
    }

    private static OffsetDateTime utc(Instant moment) {
        return OffsetDateTime.ofInstant(moment, ZoneOffset.UTC);
    }
}
