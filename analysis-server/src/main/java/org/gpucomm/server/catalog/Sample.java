package org.gpucomm.server.catalog;

import java.sql.ResultSet;
import java.sql.SQLException;

import org.jspecify.annotations.Nullable;

/**
 * All measurements of one place together. Where some have right data, those with wrong data are left out of the numbers.
 *
 * @param n        measurements that the numbers are of
 * @param leftOut  measurements with wrong data that are left out
 * @param wrong    wrong elements in all of them; null = none was checked
 * @param allWrong whether every measurement has wrong data
 */
record Sample(long series, int ranks, int nodes, long bytes, double mean, long n, double min, double max, long leftOut,
        @Nullable Double wrong, boolean allWrong) {

    /** Columns that {@link #of} reads; {@code %s} is the metric's. */
    static final String COLUMNS = """
            m.series_id, m.ranks, m.nodes, m.message_bytes, count(*) as measured,
            count(case when m.wrong > 0 then 1 end) as bad, sum(m.wrong) as wrong,
            avg(m.%1$s) as mean, min(m.%1$s) as least, max(m.%1$s) as most,
            avg(case when m.wrong > 0 then null else m.%1$s end) as right_mean,
            min(case when m.wrong > 0 then null else m.%1$s end) as right_least,
            max(case when m.wrong > 0 then null else m.%1$s end) as right_most
            """;

    static Sample of(ResultSet row, int number) throws SQLException {
        long measured = row.getLong("measured");
        long bad = row.getLong("bad");
        boolean allWrong = bad == measured;
        var prefix = allWrong ? "" : "right_";
        return new Sample(row.getLong("series_id"), row.getInt("ranks"), row.getInt("nodes"),
                row.getLong("message_bytes"), row.getDouble(prefix + "mean"), allWrong ? measured : measured - bad,
                row.getDouble(prefix + "least"), row.getDouble(prefix + "most"), allWrong ? 0 : bad,
                wrong(row), allWrong);
    }

    /** H2 sums up as decimals, PostgreSQL as doubles. */
    private static @Nullable Double wrong(ResultSet row) throws SQLException {
        double wrong = row.getDouble("wrong");
        return row.wasNull() ? null : wrong;
    }
}
