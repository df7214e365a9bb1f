package org.gpucomm.server.ingest;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Micros;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.springframework.jdbc.core.JdbcTemplate;

/** A row of the table of measurements. Many go in at once: PostgreSQL takes them by COPY, other databases as a batch. */
record MeasurementRow(long run, long ordinal, long series, long line, Measurement measurement) {

    private static final String COLUMNS = """
            run_id, ordinal, series_id, line, ranks, nodes, message_bytes, iterations, time_us, time_min_us, time_p50_us,
            time_p99_us, time_max_us, algbw_gbps, busbw_gbps, wrong, baseline_us, speedup, efficiency_pct""";
    private static final int WHOLE_NUMBERS = 8;
    /** Characters that are sent together. */
    private static final int PIECE = 1 << 16;

    /** In the present transaction. */
    static void insert(List<MeasurementRow> rows, JdbcTemplate jdbc) {
        if (rows.isEmpty()) {
            return;
        }
        jdbc.execute((Connection connection) -> {
            if (connection.isWrapperFor(PGConnection.class)) {
                copy(rows, connection.unwrap(PGConnection.class));
            } else {
                insert(rows, connection);
            }
            return rows.size();
        });
    }

    /** The server takes up what has come while the rest is being written. */
    private static void copy(List<MeasurementRow> rows, PGConnection connection) throws SQLException {
        var copy = connection.getCopyAPI().copyIn("copy measurement (" + COLUMNS + ") from stdin");
        try {
            var text = new StringBuilder(PIECE + 1000);
            for (var row : rows) {
                row.append(text);
                if (text.length() >= PIECE) {
                    send(text, copy);
                }
            }
            send(text, copy);
            copy.endCopy();
        } finally {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        }
    }

    private static void send(StringBuilder text, CopyIn copy) throws SQLException {
        var bytes = text.toString().getBytes(StandardCharsets.US_ASCII);
        copy.writeToCopy(bytes, 0, bytes.length);
        copy.flushCopy();
        text.setLength(0);
    }

    private static void insert(List<MeasurementRow> rows, Connection connection) throws SQLException {
        try (var statement = connection.prepareStatement("insert into measurement (" + COLUMNS
                + ") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
            for (var row : rows) {
                row.fill(statement);
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    /** As COPY reads it, every number with the digits that were printed: tabs between, {@code \N} for null. */
    private void append(StringBuilder text) {
        for (var number : wholeNumbers()) {
            text.append(number == null ? "\\N" : number).append('\t');
        }
        var separator = "";
        for (var number : numbers()) {
            text.append(separator).append(number == null ? "\\N" : asDouble(number));
            separator = "\t";
        }
        text.append('\n');
    }

    /** The text itself where it is surely within the range of a double, beyond which PostgreSQL refuses it. */
    private static String asDouble(Decimal number) {
        var text = number.text();
        boolean plain = text.length() < 20 && text.indexOf('e') < 0 && text.indexOf('E') < 0;
        return plain ? text : Double.toString(number.doubleValue());
    }

    private void fill(PreparedStatement statement) throws SQLException {
        var whole = wholeNumbers();
        for (int i = 0; i < whole.length; i++) {
            statement.setObject(i + 1, whole[i], Types.BIGINT);
        }
        var numbers = numbers();
        for (int i = 0; i < numbers.length; i++) {
            var number = numbers[i];
            statement.setObject(WHOLE_NUMBERS + i + 1, number == null ? null : number.doubleValue(), Types.DOUBLE);
        }
    }

    private @Nullable Long[] wholeNumbers() {
        var platform = measurement.platform();
        var workload = measurement.workload();
        var iterations = workload.iterations();
        return new @Nullable Long[]{run, ordinal, series, line,
                platform.ranks() == null ? 0 : (long) platform.ranks(),
                platform.nodes() == null ? 0 : (long) platform.nodes(),
                workload.messageSize() == null ? -1 : workload.messageSize().count(),
                iterations == null ? null : iterations.longValue()};
    }

    private @Nullable Decimal[] numbers() {
        var outcome = measurement.outcome();
        return new @Nullable Decimal[]{number(outcome.time()), number(outcome.timeMin()), number(outcome.timeP50()),
                number(outcome.timeP99()), number(outcome.timeMax()), number(outcome.algbw()),
                number(outcome.busbw()), outcome.wrong(), number(outcome.baseline()),
                outcome.speedup(), outcome.efficiency()};
    }

    private static @Nullable Decimal number(@Nullable Micros time) {
        return time == null ? null : time.value();
    }

    private static @Nullable Decimal number(@Nullable Bandwidth bandwidth) {
        return bandwidth == null ? null : bandwidth.gigabytesPerSecond();
    }
}
