package org.gpucomm.server.ingest.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.function.LongUnaryOperator;

import org.flywaydb.core.Flyway;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.LogReader;
import org.gpucomm.results.format.canonical.Column;
import org.gpucomm.server.series.CurvePoints;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/** What is gathered of measurements as they go by is what a pass over their table finds. */
class GatheredTest {

    private static final int RUNS = 3;

    @Test
    void whatIsCountedAsItGoesByIsWhatThePassOverTheTableCounts() throws Exception {
        var jdbc = database();
        var rows = rows(ordinal -> 1 + ordinal % RUNS);
        var counts = new ReadingCounts();
        rows.forEach(counts::add);
        var table = new MeasurementTable(jdbc);
        table.insert(List.of(table.pack(rows)));
        var counted = ReadingCounts.of(1, jdbc);
        assertThat(lists(counts.ofRuns())).hasSize(RUNS).containsExactlyInAnyOrderElementsOf(lists(counted.ofRuns()));
        assertThat(lists(counts.ofSeries().toList()))
                .containsExactlyInAnyOrderElementsOf(lists(counted.ofSeries().toList()));
        assertThat(counts.ofRuns()).allSatisfy(run -> assertThat(run).as("run without a value").doesNotContainNull());
    }

    @Test
    void curvesThatArePackedAsRunsGoByAreThoseOfTheTable() throws Exception {
        var jdbc = database();
        var rows = rows(ordinal -> 1 + ordinal * RUNS / 401);
        var gathered = new Gathered();
        var completed = new ArrayList<Object[]>();
        for (var row : rows) {
            gathered.add(row);
            completed.addAll(gathered.completed());
        }
        assertThat(completed).as("before the last run has ended").isNotEmpty();
        gathered.end();
        completed.addAll(gathered.completed());
        assertThat(gathered.isInVain()).isFalse();
        var table = new MeasurementTable(jdbc);
        table.insert(List.of(table.pack(rows)));
        new RunCurves(jdbc).write(1, Optional.empty());
        assertThat(lists(completed)).hasSizeGreaterThan(RUNS).containsExactlyInAnyOrderElementsOf(packed(jdbc));
        new RunCurves(jdbc).remove(1);
        new RunCurves(jdbc).write(1, Optional.of(completed));
        assertThat(packed(jdbc)).containsExactlyInAnyOrderElementsOf(lists(completed));
    }

    @Test
    void ofRunsThatAreMixedInAFileOnlyTheTableCanTell() throws Exception {
        var jdbc = database();
        var rows = rows(ordinal -> 1 + ordinal % RUNS);
        var gathered = new Gathered();
        rows.forEach(gathered::add);
        assertThat(gathered.isInVain()).isTrue();
        var table = new MeasurementTable(jdbc);
        table.insert(List.of(table.pack(rows)));
        CurvePacking.insert(gathered.completed().subList(0, 3), jdbc);
        new RunCurves(jdbc).write(1, Optional.empty());
        int points = jdbc
                .query("select content from curve_points", (row, n) -> CurvePoints.unpack(row.getBytes(1)).size())
                .stream().mapToInt(Integer::intValue).sum();
        assertThat(points).isEqualTo(rows.size());
    }

    @Test
    void ofALargeRunWhoseCurvesAllGrowOnlyTheTableCanTell() throws Exception {
        var measurement = measurements().getFirst();
        var gathered = new Gathered();
        for (int ordinal = 1; ordinal <= 200_000; ordinal++) {
            gathered.add(new MeasurementRow(1, ordinal, 1 + ordinal % 1_000, ordinal, measurement));
        }
        assertThat(gathered.isInVain()).isFalse();
        gathered.add(new MeasurementRow(1, 200_001, 1_001, 200_001, measurement));
        assertThat(gathered.isInVain()).isTrue();
    }

    private static List<MeasurementRow> rows(LongUnaryOperator run) throws Exception {
        var rows = new ArrayList<MeasurementRow>();
        for (var measurement : measurements()) {
            long ordinal = rows.size() + 1L;
            rows.add(new MeasurementRow(run.applyAsLong(ordinal), ordinal, 1 + ordinal % 5, ordinal + 1, measurement));
        }
        return rows;
    }

    private static List<List<@Nullable Object>> packed(JdbcTemplate jdbc) {
        return lists(jdbc.query("select run_id, series_id, ranks, nodes, part, content from curve_points",
                (row, n) -> new Object[]{row.getLong(1), row.getLong(2), row.getInt(3), row.getInt(4), row.getInt(5),
                        row.getBytes(6)}));
    }

    private static List<List<@Nullable Object>> lists(List<? extends @Nullable Object[]> rows) {
        return rows.stream().map(row -> Arrays.stream(row)
                .map(value -> value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : value).toList())
                .toList();
    }

    /** Each value is missing in some of them. */
    private static List<Measurement> measurements() throws Exception {
        var random = new Random(7);
        var csv = new StringBuilder(String.join(",", Column.headers())).append('\n');
        for (int i = 0; i < 400; i++) {
            csv.append("a.log,1,nccl-tests,,nccl,,all_reduce,,,,").append(i % 3 == 0 ? "" : 2).append(',')
                    .append(8 << i % 2).append(",,").append(i % 11 == 0 ? "" : 8L << i % 7)
                    .append(",float,sum,,out_of_place,20,").append(value(random, "10.5")).append(",,,,,")
                    .append(value(random, "1.25")).append(',').append(value(random, "2.19")).append(',')
                    .append(value(random, "0")).append(",,,").append(value(random, "3")).append(',')
                    .append(value(random, "97")).append(",,").append(i % 17 == 0 ? "rank=" + i : "").append('\n');
        }
        var measurements = new ArrayList<Measurement>();
        try (var log = LogReader.open(new ByteArrayInputStream(csv.toString().getBytes(StandardCharsets.UTF_8)),
                "a.csv")) {
            for (var entry = log.next(); entry != null; entry = log.next()) {
                if (entry instanceof Entry.Row row) {
                    measurements.addAll(row.measurements());
                }
            }
        }
        assertThat(measurements).hasSizeGreaterThan(300);
        return measurements;
    }

    private static String value(Random random, String start) {
        return random.nextInt(4) == 0 ? "" : start + random.nextInt(100);
    }

    private static JdbcTemplate database() {
        var source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DB_CLOSE_DELAY=-1");
        Flyway.configure().dataSource(source).locations("classpath:db/migration").load().migrate();
        var jdbc = new JdbcTemplate(source);
        jdbc.update("""
                insert into upload (id, sha256, filename, byte_count, stored_at, bundled)
                values ('u', 'sha', 'a.csv', 1, current_timestamp, false)
                """);
        jdbc.update(
                "insert into reading (upload_id, parser_version, filename, state) values ('u', '1', 'a.csv', 'ready')");
        for (int run = 1; run <= RUNS; run++) {
            jdbc.update("""
                    insert into run (reading_id, upload_id, section, state, filename, stored_at, bundled)
                    values (1, 'u', ?, 'importing', 'a.csv', current_timestamp, false)
                    """, run);
        }
        return jdbc;
    }
}
