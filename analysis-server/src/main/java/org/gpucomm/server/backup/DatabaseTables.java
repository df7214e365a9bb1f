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
import org.gpucomm.server.database.Product;
import org.jspecify.annotations.Nullable;

/**
 * Tables of one database, read and filled in the present transaction of its connection. Values are texts, from which every database reads
 * the same.
 */
final class DatabaseTables {

    private static final int ROWS_AT_A_TIME = 1000;

    private final Connection connection;
    private final List<StoredTable> all;

    private DatabaseTables(Connection connection, List<StoredTable> all) {
        this.connection = connection;
        this.all = all;
    }

    /** Opens a database that no server has open. */
    static Connection connect(Database database) throws SQLException {
        var connection = DriverManager.getConnection(database.url(), database.user(), database.password());
        connection.setAutoCommit(false);
        return connection;
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

    /** Returns the version of the tables. */
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

    /** Those to which others refer come first. */
    List<StoredTable> all() {
        return all;
    }

    StoredTable named(String name) {
        return all.stream().filter(table -> table.name().equals(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("this version has no table " + name));
    }

    /** Gives each row of a table to the sink. */
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

    /** Times with a zone are in UTC. Both databases keep microseconds. */
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

    /** Reads a table only to count and to sum it. */
    Counted count(StoredTable table) throws SQLException, IOException {
        return read(table, row -> {});
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
        if (!table.columns().containsAll(columns)) {
            throw new IllegalArgumentException("table " + table.name() + " has other columns than " + columns);
        }
        return new Inserting(connection.prepareStatement("insert into " + table.name() + " ("
                + String.join(", ", columns) + ") values ("
                + String.join(", ", columns.stream().map(column -> "?").toList()) + ")"));
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
    interface Rows {
        void add(List<@Nullable String> row) throws SQLException, IOException;
    }

    /** A table that is being filled; closing it writes what is left. */
    interface Filling extends Rows, AutoCloseable {
        /** For rows that are read only to be summed. */
        Filling NONE = new Filling() {
            @Override
            public void add(List<@Nullable String> row) {
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

    private static final class Inserting implements Filling {

        private final PreparedStatement statement;
        private final boolean postgresql;
        private int waiting;

        private Inserting(PreparedStatement statement) throws SQLException {
            this.statement = statement;
            this.postgresql = Product.isPostgresql(statement.getConnection());
        }

        /** PostgreSQL reads all texts as values of their columns, and H2 all but those of arrays. */
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
