package org.gpucomm.server.backup;

import java.io.IOException;
import java.sql.Array;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

import org.gpucomm.server.backup.Sum.Counted;
import org.gpucomm.server.database.Database;
import org.gpucomm.server.database.DatabaseProduct;
import org.jspecify.annotations.Nullable;

/**
 * Tables of one database, in the current transaction of its connection. Values are texts, which every database parses alike.
 *
 * @param all all tables; a table comes before those that refer to it
 */
record DatabaseTables(Connection connection, List<StoredTable> all) {

    private static final int ROWS_AT_A_TIME = 1000;

    /** Connects to a database that no server has open. */
    static Connection connect(Database database) throws SQLException {
        var connection = DriverManager.getConnection(database.url(), database.user(), database.password());
        connection.setAutoCommit(false);
        return connection;
    }

    static DatabaseTables of(Connection connection) throws SQLException {
        return new DatabaseTables(connection, StoredTable.all(connection));
    }

    /** Begins a transaction that sees a snapshot of the tables, whatever others write. */
    static DatabaseTables asTheyAreNow(Connection connection) throws SQLException {
        boolean postgresql = DatabaseProduct.isPostgresql(connection);
        connection.setAutoCommit(false);
        // At H2's repeatable read, the snapshot of each table is taken when it is first read.
        connection.setTransactionIsolation(
                postgresql ? Connection.TRANSACTION_REPEATABLE_READ : Connection.TRANSACTION_SERIALIZABLE);
        return of(connection);
    }

    String version() throws SQLException {
        try (var statement = connection.createStatement(); var row = statement.executeQuery("""
                select "version" from "flyway_schema_history" where "success" and "version" is not null
                 order by "installed_rank" desc
                """)) {
            if (!row.next()) {
                throw new SQLException("it has no tables of gpucomm");
            }
            return row.getString(1);
        }
    }

    StoredTable named(String name) {
        return all.stream().filter(table -> table.name().equals(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("this version has no table " + name));
    }

    Counted read(StoredTable table, Rows to) throws SQLException, IOException {
        var sum = new Sum();
        try (var statement = connection.createStatement()) {
            statement.setFetchSize(ROWS_AT_A_TIME);
            try (var rows = statement.executeQuery("select " + table.columnList() + " from " + table.name())) {
                while (rows.next()) {
                    var values = new ArrayList<@Nullable String>();
                    for (int column = 1; column <= table.columns().size(); column++) {
                        values.add(text(rows, column));
                    }
                    sum.add(values);
                    to.add(values);
                }
            }
        }
        return sum.counted();
    }

    /** Returns a value as text. Times with a zone are in UTC; both databases have microseconds. */
    private static @Nullable String text(ResultSet row, int column) throws SQLException {
        var value = row.getObject(column);
        return switch (value) {
            case null -> null;
            case String text -> text;
            case Number number -> number.toString();
            case Boolean truth -> truth ? "t" : "f";
            case Array array -> ArrayText.of(array);
            case Clob _ -> row.getString(column);
            case Timestamp _ when row.getMetaData().getColumnTypeName(column).equalsIgnoreCase("timestamp") ->
                row.getObject(column, LocalDateTime.class).toString();
            case Timestamp _,OffsetDateTime _ -> row.getObject(column, OffsetDateTime.class)
                    .withOffsetSameInstant(ZoneOffset.UTC).toString();
            default -> throw new IllegalArgumentException("no backup of values such as " + value);
        };
    }

    /** Deletes the rows that migrations inserted into new tables. */
    void empty() throws SQLException {
        try (var statement = connection.createStatement()) {
            for (var table : all.reversed()) {
                statement.executeUpdate("delete from " + table.name());
            }
        }
    }

    /** Opens a table for rows with values in the order of the given columns. */
    Filling fill(StoredTable table, List<String> columns) throws SQLException {
        if (!table.columns().containsAll(columns)) {
            throw new IllegalArgumentException("table " + table.name() + " has other columns than " + columns);
        }
        return new Inserting(connection.prepareStatement("insert into " + table.name() + " ("
                + String.join(", ", columns) + ") values ("
                + String.join(", ", columns.stream().map(column -> "?").toList()) + ")"));
    }

    /** Commits, after setting all counters to continue from the highest numbers. On H2 the two steps are not atomic. */
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

    interface Rows {
        void add(List<@Nullable String> row) throws SQLException, IOException;
    }

    /** Writer of rows into a table; closing it writes the last ones. */
    interface Filling extends Rows, AutoCloseable {
        @Override
        default void close() throws SQLException {}
    }

    private static final class Inserting implements Filling {

        private final PreparedStatement statement;
        private final boolean postgresql;
        private int waiting;

        private Inserting(PreparedStatement statement) throws SQLException {
            this.statement = statement;
            this.postgresql = DatabaseProduct.isPostgresql(statement.getConnection());
        }

        /** Adds a row of texts. PostgreSQL converts each to the type of its column; H2 does so for all but arrays. */
        @Override
        public void add(List<@Nullable String> row) throws SQLException {
            for (int i = 0; i < row.size(); i++) {
                var text = row.get(i);
                if (postgresql) {
                    statement.setObject(i + 1, text, Types.OTHER);
                } else if (text != null && statement.getParameterMetaData().getParameterType(i + 1) == Types.ARRAY) {
                    statement.setArray(i + 1,
                            statement.getConnection().createArrayOf("varchar", ArrayText.parse(text)));
                } else {
                    statement.setString(i + 1, text);
                }
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
