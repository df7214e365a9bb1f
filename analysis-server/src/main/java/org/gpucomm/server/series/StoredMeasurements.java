package org.gpucomm.server.series;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.gpucomm.analysis.identity.SeriesRow;
import org.gpucomm.results.Measurement;
import org.gpucomm.server.series.CurvePart.OfRun;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Stored measurements of runs with their printed digits. At most some ten thousand are in memory at a time. */
@Component
public class StoredMeasurements {

    private final JdbcClient jdbc;
    private final StoredCurves curves;

    StoredMeasurements(JdbcClient jdbc, StoredCurves curves) {
        this.jdbc = jdbc;
        this.curves = curves;
    }

    /**
     * Passes the measurements of runs to a visitor until it wants no more, those of one upload in the order of its file.
     *
     * @param files position of each run's upload in the order of uploads, by run
     */
    public void read(Map<Long, Integer> files, Visitor visitor) throws IOException {
        var runs = runs(files);
        var series = series(files);
        var seen = new HashMap<Long, Long>();
        var rows = new FileOrder<>(new CurveRows<>(jdbc, files, CurvePart.COLUMNS, (row, n) -> new CurvePart(row,
                Objects.requireNonNull(runs.get(row.getLong(1))), Objects.requireNonNull(series.get(row.getLong(2))))));
        for (boolean more = true; more && rows.hasNext();) {
            var place = rows.next();
            long run = place.part().run().run();
            more = visitor.visit(new Row(run, seen.merge(run, 1L, Long::sum), place.part().line(place.index()),
                    place.part().measurement(place.index())));
        }
    }

    private Map<Long, OfRun> runs(Map<Long, Integer> files) {
        var runs = new HashMap<Long, OfRun>();
        jdbc.sql("select r.id, r.row_source, r.row_section from " + StoredCurves.WANTED
                + " join run r on r.id = wanted.id where r.row_source is not null")
                .param(1, files.keySet().toArray(Long[]::new)).query(row -> {
                    runs.put(row.getLong(1), new OfRun(row.getLong(1),
                            Objects.requireNonNull(files.get(row.getLong(1))), row.getString(2), row.getInt(3)));
                });
        return runs;
    }

    private Map<Long, SeriesRow> series(Map<Long, Integer> files) {
        List<Long> ids = new ArrayList<>();
        jdbc.sql("select distinct c.series_id from " + StoredCurves.WANTED
                + " join run_series c on c.run_id = wanted.id")
                .param(1, files.keySet().toArray(Long[]::new)).query(row -> {
                    ids.add(row.getLong(1));
                });
        return curves.rows(ids);
    }

    /** Stored measurement. @param run id in the table @param ordinal position of the measurement in the run, from 1 */
    public record Row(long run, long ordinal, long line, Measurement measurement) {}

    @FunctionalInterface
    public interface Visitor {

        /** Visits a measurement and returns whether more are wanted. */
        boolean visit(Row row) throws IOException;
    }
}
