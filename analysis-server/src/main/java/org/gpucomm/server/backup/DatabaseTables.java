package org.gpucomm.server.backup;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import org.gpucomm.server.database.Product;
import org.gpucomm.server.backup.Sum.Counted;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/** Tables of one database, read and filled in the present transaction of its connection. */
final class DatabaseTables {

    private static final int ROWS_AT_A_TIME = 1000;

    private final Connection connection;
    private final List<StoredTable> all;

    private DatabaseTables(Connection connection, List<StoredTable> all) {
        this.connection = connection;
        this.all = all;
    }

    static DatabaseTables of(Connection connection) throws SQLException {
        return new DatabaseTables(connection, StoredTable.all(connection));
    }

    /** Begins a transaction that sees the tables as they are now, whatever is written beside it. */
    static DatabaseTables asTheyAreNow(Connection connection) throws SQLException {
        boolean postgresql = Product.isPostgresql(connection);
        connection.setAutoCommit(false);
        // H2's repeatable read keeps a table from when it is first read, which is another moment for each.
        connection.setTransactionIsolation(
                postgresql ? Connection.TRANSACTION_REPEATABLE_READ : Connection.TRANSACTION_SERIALIZABLE);
        return of(connection);
    }

    /** Those to which others refer come first. */
    List<StoredTable> all() {
        return all;
    }

    StoredTable named(String name) {
        return all.stream().filter(table -> table.name().equals(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("this version has no table " + name));
    }

    /** Gives each row of a table to the sink. */
    Counted read(StoredTable table, CopyLines to) throws SQLException, IOException {
        var sum = new Sum();
        try (var statement = connection.createStatement()) {
            statement.setFetchSize(ROWS_AT_A_TIME);
            var kinds = List.copyOf(table.columns().values());
            try (var rows = statement.executeQuery("select " + table.columnList() + " from " + table.name())) {
                var values = new ArrayList<@Nullable String>();
                while (rows.next()) {
                    values.clear();
                    for (int i = 0; i < kinds.size(); i++) {
                        values.add(kinds.get(i).textOrNull(rows, i + 1));
                    }
                    var line = CopyLine.of(values);
                    sum.add(line);
                    to.add(line);
                }
            }
        }
        return sum.counted();
    }

    /** Reads a table only to count and to sum it. */
    Counted count(StoredTable table) throws SQLException, IOException {
        return read(table, line -> {});
    }

    /** Takes away what migrations put into new tables. */
    void empty() throws SQLException {
        try (var statement = connection.createStatement()) {
            for (var table : all.reversed()) {
                statement.executeUpdate("delete from " + table.name());
            }
        }
    }

    /** Opens a table for rows whose values are in the order of those columns. */
    Filling fill(StoredTable table, List<String> columns) throws SQLException {
        if (!table.columns().keySet().containsAll(columns)) {
            throw new IllegalArgumentException("table " + table.name() + " has other columns than " + columns);
        }
        return Product.isPostgresql(connection)
                ? new Copying(connection, table, columns)
                : new Inserting(connection, table, columns);
    }

    /** Ends the transaction; from here on the database counts on from the highest numbers. On H2 the two cannot be one. */
    void commit() throws SQLException {
        try (var statement = connection.createStatement()) {
            for (var table : all) {
                for (var column : table.counted()) {
                    statement.execute("alter table " + table.name() + " alter column " + column + " restart with "
                            + next(table.name(), column));
                }
            }
            for (var counted : List.of("batch_step_execution", "batch_job_execution", "batch_job_instance")) {
                statement.execute("alter sequence " + counted + "_seq restart with "
                        + next(counted, counted.replace("batch_", "") + "_id"));
            }
        }
        connection.commit();
        try (var statement = connection.createStatement()) {
            statement.execute("analyze");
        }
        connection.commit();
    }

    private long next(String table, String column) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery("select coalesce(max(" + column + "), 0) + 1 from " + table)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Destination of rows. */
    interface CopyLines {

        void add(byte[] line) throws SQLException, IOException;
    }

    /** A table that is being filled; closing it writes what is left. */
    interface Filling extends CopyLines, AutoCloseable {

        /** For rows that are read only to be summed. */
        Filling NONE = new Filling() {

            @Override
            public void add(byte[] line) {
                // nobody wants it
            }

            @Override
            public void close() {
                // nothing was opened
            }
        };

        @Override
        void close() throws SQLException;
    }

    private static final class Copying implements Filling {

        private static final byte[] END = {'\n'};

        private final org.postgresql.copy.CopyIn copy;

        private Copying(Connection connection, StoredTable table, List<String> columns) throws SQLException {
            copy = connection.unwrap(PGConnection.class).getCopyAPI()
                    .copyIn("copy " + table.name() + " (" + String.join(", ", columns) + ") from stdin");
        }

        @Override
        public void add(byte[] line) throws SQLException {
            copy.writeToCopy(line, 0, line.length);
            copy.writeToCopy(END, 0, 1);
        }

        @Override
        public void close() throws SQLException {
            copy.endCopy();
        }
    }

    private static final class Inserting implements Filling {

        private final java.sql.PreparedStatement statement;
        private final List<Kind> kinds;
        private int waiting;

        private Inserting(Connection connection, StoredTable table, List<String> columns) throws SQLException {
            kinds = columns.stream().map(table.columns()::get).toList();
            statement = connection.prepareStatement("insert into " + table.name() + " (" + String.join(", ", columns)
                    + ") values (" + String.join(", ", columns.stream().map(column -> "?").toList()) + ")");
        }

        @Override
        public void add(byte[] line) throws SQLException {
            var values = CopyLine.values(line, kinds.size());
            for (int i = 0; i < kinds.size(); i++) {
                kinds.get(i).setOrNull(statement, i + 1, values.get(i));
            }
            statement.addBatch();
            if (++waiting == ROWS_AT_A_TIME) {
                statement.executeBatch();
                waiting = 0;
            }
        }

        @Override
        public void close() throws SQLException {
            try (statement) {
                statement.executeBatch();
            }
        }
    }
}
