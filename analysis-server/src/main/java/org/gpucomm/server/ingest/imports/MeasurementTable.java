package org.gpucomm.server.ingest.imports;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;

import org.gpucomm.server.database.Product;
import org.postgresql.PGConnection;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The table of measurements, into which many rows go at once: PostgreSQL takes them by COPY, other databases as a batch.
 * Packing is the part of it that needs no transaction, and what is packed for COPY is small.
 */
final class MeasurementTable {

    private final JdbcTemplate jdbc;
    private final boolean copies;

    MeasurementTable(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
        this.copies = Product.isPostgresql(jdbc);
    }

    Packed pack(List<MeasurementRow> rows) {
        return copies ? new CopyRows(rows.size(), text(rows)) : new PlainRows(rows);
    }

    /** In the present transaction. */
    void insert(List<Packed> packed) {
        if (packed.stream().anyMatch(rows -> rows.count() > 0)) {
            jdbc.execute((Connection connection) -> {
                if (copies) {
                    copy(packed, connection.unwrap(PGConnection.class));
                } else {
                    insert(packed, connection);
                }
                return packed.size();
            });
        }
    }

    private static byte[] text(List<MeasurementRow> rows) {
        var text = new CopyText();
        for (var row : rows) {
            for (long number : row.wholeNumbers()) {
                text.whole(number);
            }
            text.whole(row.iterations());
            for (var number : row.numbers()) {
                text.number(number);
            }
            text.text(row.metrics());
            text.endRow();
        }
        return text.toBytes();
    }

    private static void copy(List<Packed> packed, PGConnection connection) throws SQLException {
        var copy = connection.getCopyAPI().copyIn("copy measurement (" + MeasurementRow.COLUMNS + ") from stdin");
        try {
            for (var rows : packed) {
                if (rows instanceof CopyRows(int count, byte[] text) && count > 0) {
                    copy.writeToCopy(text, 0, text.length);
                }
            }
            copy.endCopy();
        } finally {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        }
    }

    private static void insert(List<Packed> packed, Connection connection) throws SQLException {
        try (var statement = connection.prepareStatement("insert into measurement (" + MeasurementRow.COLUMNS
                + ") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
            for (var each : packed) {
                if (each instanceof PlainRows(List<MeasurementRow> rows)) {
                    for (var row : rows) {
                        fill(statement, row);
                        statement.addBatch();
                    }
                }
            }
            statement.executeBatch();
        }
    }

    private static void fill(PreparedStatement statement, MeasurementRow row) throws SQLException {
        int column = 1;
        for (long number : row.wholeNumbers()) {
            statement.setLong(column++, number);
        }
        statement.setObject(column++, row.iterations(), Types.BIGINT);
        for (var number : row.numbers()) {
            statement.setObject(column++, number == null ? null : number.doubleValue(), Types.DOUBLE);
        }
        statement.setString(column, row.metrics());
    }

    /** Rows as the database takes them. */
    sealed interface Packed {

        int count();
    }

    private record CopyRows(int count, byte[] text) implements Packed {}

    private record PlainRows(List<MeasurementRow> rows) implements Packed {

        @Override
        public int count() {
            return rows.size();
        }
    }
}
