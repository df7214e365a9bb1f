package org.gpucomm.server.history;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.stream.Stream;

import org.gpucomm.analysis.history.ChangePoints;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Histories with a change and with runs of the last day, from the stored summaries. */
@Component
public class ChangedHistories {

    private final JdbcClient jdbc;
    private final Histories histories;

    ChangedHistories(JdbcClient jdbc, Histories histories) {
        this.jdbc = jdbc;
        this.histories = histories;
    }

    /**
     * @param at     time of the first run after the last change
     * @param effect time after the change / time before − 1
     * @param sizes  message sizes in bytes at which it changed
     * @param runs   number of runs that were compared
     */
    public record Changed(String hash, OffsetDateTime at, OffsetDateTime lastAt, double effect, List<Long> sizes,
            double pValue, int runs) {}

    /** Returns the changed histories with an upload in the last 24 hours, ordered by the time of the change. */
    public List<Changed> ofTheLastDay() {
        return jdbc.sql("""
                select h.hash, h.change_at, h.last_at, h.change_effect, h.change_sizes, h.change_p, h.compared
                  from history h join upload u on u.sequence = h.last_sequence
                 where h.summary_version = h.changed and h.search_version = ? and h.change_at is not null and h.runs > 1
                   and not u.bundled and u.stored_at > current_timestamp - interval '1' day
                   and not exists (select 1 from history t where t.hash = h.twin and t.runs > 1)
                 order by h.change_at
                """).param(ChangePoints.VERSION)
                .query((row, number) -> new Changed(row.getString(1), row.getObject(2, OffsetDateTime.class),
                        row.getObject(3, OffsetDateTime.class), row.getDouble(4),
                        Stream.of(row.getString(5).split(" ")).map(Long::valueOf).toList(), row.getDouble(6),
                        row.getInt(7)))
                .list();
    }

    /** Returns a title, for example {@code All-Reduce with NCCL on 16 GPUs}. */
    public String title(Changed changed) {
        return histories.named(changed.hash()).map(history -> {
            var key = history.key();
            int ranks = key.identity().ranks();
            return key.withLibrary() + " on " + ranks + (ranks == 1 ? " GPU" : " GPUs");
        }).orElse("A history");
    }
}
