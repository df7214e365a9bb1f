package org.gpucomm.server.series;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

import org.gpucomm.analysis.identity.ColumnText;
import org.gpucomm.analysis.identity.Metric;
import org.gpucomm.analysis.identity.SeriesRow;
import org.gpucomm.analysis.series.CurvePoints;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.Workload;
import org.jspecify.annotations.Nullable;

/** Part of a curve of one run: measurements with their printed digits. A row of the table {@code curve}. */
public final class CurvePart implements FileOrder.Part {

    /** Maximum number of measurements in one part; the view {@code measurement} relies on this number. */
    public static final int MOST = 8_000;

    /** Columns in the order in which they are written and read. */
    public static final String COLUMNS = "run_id, series_id, ranks, nodes, part, ordinal, line, message_bytes, iterations, "
            + StoredNumber.COLUMNS + ", metrics, settings, started_at, decimals, printed";

    /** Columns of {@code curve c} that {@link #points} reads. */
    public static final String POINTS = "c.ordinal, c.message_bytes, c.busbw_gbps, c.algbw_gbps, c.time_us, c.speedup,"
            + " c.efficiency_pct, c.wrong";

    private static final int NUMBERS = 10;
    private static final int AFTER_NUMBERS = NUMBERS + StoredNumber.ALL.size();

    private final Curve curve;
    private final OfRun run;
    private final SeriesRow series;
    private final Stack stack;
    private final Platform platform;
    private final Workload workload;
    private final Object[] ordinals;
    private final Object[] lines;
    private final Object[] bytes;
    private final Object @Nullable [] iterations;
    private final List<@Nullable Decimal @Nullable []> numbers;
    private final Object @Nullable [] metrics;
    private final Object @Nullable [] settings;
    private final Object @Nullable [] startedAt;
    private String lastSettings = "";
    private NamedValues lastNamed = NamedValues.NONE;

    /** @param row row whose columns begin with {@link #COLUMNS} */
    CurvePart(ResultSet row, OfRun run, SeriesRow series) throws SQLException {
        this.run = run;
        this.series = series;
        stack = series.stack();
        curve = Curve.of(row);
        platform = new Platform(orNull(series.instanceType()), orNull(series.gpu()), positive(curve.nodes()),
                positive(curve.ranks()));
        workload = new Workload(Operation.ofId(series.operation()).orElseThrow(), orNull(series.variant()),
                orNull(series.problem()), null, orNull(series.datatype()), orNull(series.redop()),
                series.root().isEmpty() ? null : Integer.valueOf(series.root()),
                Placement.ofId(series.placement()).orElse(null), null);
        ordinals = Objects.requireNonNull(array(row, 6));
        lines = Objects.requireNonNull(array(row, 7));
        bytes = Objects.requireNonNull(array(row, 8));
        iterations = array(row, 9);
        var values = new ArrayList<Object @Nullable []>();
        for (int i = 0; i < StoredNumber.ALL.size(); i++) {
            values.add(array(row, NUMBERS + i));
        }
        metrics = array(row, AFTER_NUMBERS);
        settings = array(row, AFTER_NUMBERS + 1);
        startedAt = array(row, AFTER_NUMBERS + 2);
        var printed = array(row, AFTER_NUMBERS + 4);
        numbers = new PrintedDigits(row.getString(AFTER_NUMBERS + 3),
                printed == null ? List.of() : Arrays.stream(printed).map(String.class::cast).toList()).restore(values);
    }

    /** Returns the elements of an array column, or null if the column is null. */
    static Object @Nullable [] array(ResultSet row, int column) throws SQLException {
        var array = row.getArray(column);
        return array == null ? null : (Object[]) array.getArray();
    }

    /** Returns the numbers in a row, without their printed digits. @param first position of the first of {@link #POINTS} */
    public static CurvePoints points(ResultSet row, int first) throws SQLException {
        var ordinals = longs(row, first);
        var columns = new double[Metric.stored().size() + 1][];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = doubles(array(row, first + 2 + i), ordinals.length);
        }
        return new CurvePoints(ordinals, longs(row, first + 1), columns);
    }

    private static long[] longs(ResultSet row, int column) throws SQLException {
        return Arrays.stream(Objects.requireNonNull(array(row, column))).mapToLong(each -> (Long) each).toArray();
    }

    private static double[] doubles(Object @Nullable [] column, int size) {
        var doubles = new double[size];
        for (int i = 0; i < size; i++) {
            doubles[i] = column == null || column[i] == null ? Double.NaN : (Double) column[i];
        }
        return doubles;
    }

    OfRun run() {
        return run;
    }

    @Override
    public int file() {
        return run.file();
    }

    @Override
    public int size() {
        return ordinals.length;
    }

    @Override
    public long ordinal(int i) {
        return (Long) ordinals[i];
    }

    long line(int i) {
        return (Long) lines[i];
    }

    /** Returns a measurement with the digits that the log has. */
    Measurement measurement(int i) {
        var own = text(settings, i);
        long size = (Long) bytes[i];
        var counted = iterations == null ? workload : workload.withIterations((Long) iterations[i]);
        return new Measurement(run.source(), run.section(), stack, platform,
                size < 0 ? counted : counted.withMessageSize(new Bytes(size)),
                StoredNumber.outcome(number -> number(number, i), NamedValues.parse(text(metrics, i))),
                text(startedAt, i), named(own == null ? series.settings() : own));
    }

    /** Parses settings; the previous measurement often has the same. */
    private NamedValues named(String text) {
        if (!text.equals(lastSettings)) {
            lastSettings = text;
            lastNamed = NamedValues.parse(text);
        }
        return lastNamed;
    }

    private @Nullable Decimal number(StoredNumber number, int i) {
        var column = numbers.get(number.ordinal());
        return column == null ? null : column[i];
    }

    /** Returns an element of an array with one text for each measurement, or a single text for all. */
    private static @Nullable String text(Object @Nullable [] texts, int i) {
        return texts == null ? null : (String) texts[texts.length == 1 ? 0 : i];
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private static @Nullable Integer positive(int number) {
        return number == 0 ? null : number;
    }

    /** Key of a curve of a run, shared by all measurements of a part. @param ranks 0 if not known, as for {@code nodes} */
    public record Curve(long run, long series, int ranks, int nodes) {

        /** Returns the key in the first four columns of a row. */
        public static Curve of(ResultSet row) throws SQLException {
            return new Curve(row.getLong(1), row.getLong(2), row.getInt(3), row.getInt(4));
        }

        public static Curve of(long run, long series, Measurement measurement) {
            return new Curve(run, series, Objects.requireNonNullElse(measurement.platform().ranks(), 0),
                    Objects.requireNonNullElse(measurement.platform().nodes(), 0));
        }
    }

    /** Values that all measurements of a run share. @param file position of its upload among several, from 0 */
    record OfRun(long run, int file, String source, int section) {}

    public static final class Builder {

        private final Curve curve;
        private final String ofSeries;
        private final List<Long> ordinals = new ArrayList<>();
        private final List<Long> lines = new ArrayList<>();
        private final List<Long> bytes = new ArrayList<>();
        private final List<@Nullable Long> iterations = new ArrayList<>();
        private final List<List<@Nullable Decimal>> numbers = new ArrayList<>();
        private final List<@Nullable String> metrics = new ArrayList<>();
        private final List<@Nullable String> settings = new ArrayList<>();
        private final List<@Nullable String> startedAt = new ArrayList<>();

        /** @param settings settings of the series */
        public Builder(Curve curve, String settings) {
            this.curve = curve;
            this.ofSeries = settings;
            StoredNumber.ALL.forEach(number -> numbers.add(new ArrayList<>()));
        }

        public int size() {
            return ordinals.size();
        }

        public void add(long ordinal, long line, Measurement measurement) {
            var size = measurement.workload().messageSize();
            ordinals.add(ordinal);
            lines.add(line);
            bytes.add(size == null ? -1 : size.count());
            iterations.add(measurement.workload().iterations());
            var outcome = measurement.outcome();
            for (var number : StoredNumber.ALL) {
                numbers.get(number.ordinal()).add(number.of(outcome));
            }
            metrics.add(outcome.metrics().isEmpty() ? null : storable(outcome.metrics().text()));
            settings.add(storable(measurement.settings().text()));
            startedAt.add(measurement.startedAt() == null ? null : storable(measurement.startedAt()));
        }

        /** Sets the parameters of an insert into {@link #COLUMNS}. */
        public void fill(PreparedStatement statement) throws SQLException {
            statement.setLong(1, curve.run());
            statement.setLong(2, curve.series());
            statement.setInt(3, curve.ranks());
            statement.setInt(4, curve.nodes());
            statement.setLong(5, ordinals.getFirst());
            set(statement, 6, "bigint", ordinals.toArray(Long[]::new));
            set(statement, 7, "bigint", lines.toArray(Long[]::new));
            set(statement, 8, "bigint", bytes.toArray(Long[]::new));
            set(statement, 9, "bigint", iterations.toArray(Long[]::new));
            // H2 turns minus zero into zero; the sum does so on both databases.
            for (int i = 0; i < numbers.size(); i++) {
                set(statement, NUMBERS + i, "float8", numbers.get(i).stream()
                        .map(number -> number == null ? null : number.doubleValue() + 0.0).toArray(Double[]::new));
            }
            set(statement, AFTER_NUMBERS, "varchar", metrics.toArray(String[]::new));
            set(statement, AFTER_NUMBERS + 1, "varchar",
                    shortened(settings.stream().allMatch(ofSeries::equals) ? List.of() : settings));
            set(statement, AFTER_NUMBERS + 2, "varchar", shortened(startedAt));
            var digits = PrintedDigits.of(numbers.stream()
                    .map(column -> isEmpty(column.toArray()) ? List.<@Nullable Decimal>of() : column).toList());
            statement.setString(AFTER_NUMBERS + 3, digits.decimals());
            set(statement, AFTER_NUMBERS + 4, "varchar", digits.printed().toArray(String[]::new));
        }

        /** Returns the texts, or a single text if all are the same. */
        private static @Nullable String[] shortened(List<@Nullable String> texts) {
            boolean alike = !texts.isEmpty() && Collections.frequency(texts, texts.getFirst()) == texts.size();
            return (alike ? texts.subList(0, 1) : texts).toArray(String[]::new);
        }

        private static void set(PreparedStatement statement, int column, String type, @Nullable Object[] values)
                throws SQLException {
            if (isEmpty(values)) {
                statement.setNull(column, Types.ARRAY);
            } else {
                statement.setArray(column, statement.getConnection().createArrayOf(type, values));
            }
        }

        private static boolean isEmpty(@Nullable Object[] values) {
            return Arrays.stream(values).allMatch(Objects::isNull);
        }

        private static String storable(String text) {
            return ColumnText.cut(text, Integer.MAX_VALUE);
        }
    }
}
