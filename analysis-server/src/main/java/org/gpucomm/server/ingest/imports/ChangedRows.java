package org.gpucomm.server.ingest.imports;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.analysis.identity.Metric;
import org.gpucomm.server.series.CurvePart;
import org.gpucomm.server.series.CurvePart.Curve;
import org.gpucomm.analysis.series.CurvePoints;
import org.gpucomm.server.series.CurveRows;
import org.gpucomm.server.series.FileOrder;
import org.gpucomm.server.series.FileOrder.Place;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Count of the measurements that differ between two readings of the same upload. */
record ChangedRows(JdbcClient jdbc) {

    private static final String COLUMNS = "c.run_id, c.series_id, c.ranks, c.nodes, " + CurvePart.POINTS;

    /** Counts the differences in the current transaction, if both readings have the same number of measurements. */
    void count(long reading, long earlier) {
        if (measurements(reading) == measurements(earlier)) {
            var before = sections(earlier);
            jdbc.sql("update reading set changed_rows = ? where id = ?")
                    .param(changed(rows(sections(reading)), rows(before), before)).param(reading).update();
        }
    }

    private long measurements(long reading) {
        return jdbc.sql("select row_count from reading where id = ?").param(reading).query(Long.class).single();
    }

    /** Returns the number of each run in its upload, by the id of the run. */
    private Map<Long, Integer> sections(long reading) {
        var sections = new HashMap<Long, Integer>();
        jdbc.sql("select id, section from run where reading_id = ?").param(reading).query(row -> {
            sections.put(row.getLong(1), row.getInt(2));
        });
        return sections;
    }

    private FileOrder<Part> rows(Map<Long, Integer> sections) {
        return new FileOrder<>(new CurveRows<>(jdbc,
                sections.keySet().stream().collect(Collectors.toMap(run -> run, run -> 0)), COLUMNS,
                (row, n) -> new Part(new Curve(Objects.requireNonNull(sections.get(row.getLong(1))), row.getLong(2),
                        row.getInt(3), row.getInt(4)), CurvePart.points(row, 5))));
    }

    /** @param sections runs of the earlier reading; other runs are new, and their measurements do not count as changed */
    private static long changed(FileOrder<Part> now, FileOrder<Part> before, Map<Long, Integer> sections) {
        long changed = 0;
        @Nullable
        Place<Part> other = null;
        while (now.hasNext()) {
            var each = now.next();
            while ((other == null || other.ordinal() < each.ordinal()) && before.hasNext()) {
                other = before.next();
            }
            boolean same = other != null && other.ordinal() == each.ordinal() && same(each, other);
            changed += same || !sections.containsValue((int) each.part().curve().run()) ? 0 : 1;
        }
        return changed;
    }

    private static boolean same(Place<Part> one, Place<Part> other) {
        var a = one.part().points();
        var b = other.part().points();
        int i = one.index();
        int j = other.index();
        return one.part().curve().equals(other.part().curve()) && a.bytes(i) == b.bytes(j)
                && Double.compare(a.wrong(i), b.wrong(j)) == 0
                && Stream.of(Metric.time, Metric.algbw, Metric.busbw)
                        .allMatch(metric -> Double.compare(a.value(metric, i), b.value(metric, j)) == 0);
    }

    /** @param curve curve with the number of the run in its upload in place of the run's id */
    private record Part(Curve curve, CurvePoints points) implements FileOrder.Part {

        @Override
        public int size() {
            return points.size();
        }

        @Override
        public long ordinal(int i) {
            return points.ordinal(i);
        }
    }
}
