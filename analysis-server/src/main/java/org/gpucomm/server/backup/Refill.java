package org.gpucomm.server.backup;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;

import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationVersion;
import org.gpucomm.server.backup.Sum.Counted;
import org.gpucomm.server.database.Database;

/** Copy of all tables into an empty database. It is verified before the commit; a failure leaves nothing. */
final class Refill {

    private final Database database;
    private final String version;

    /** @param version of the tables whose rows come */
    Refill(Database database, String version) {
        this.database = database;
        this.version = version;
    }

    /**
     * Fills it.
     *
     * @param besides runs before the commit; its failure rolls everything back
     * @throws BackupException when it has uploads already, or the rows do not arrive as they left; nothing is stored then
     */
    long from(Source source, Besides besides) throws SQLException, IOException, BackupException {
        make();
        long rows = 0;
        try (var connection = DatabaseTables.connect(database)) {
            requireEmpty(connection);
            var tables = DatabaseTables.of(connection);
            tables.empty();
            for (var table : tables.all()) {
                var given = source.give(table, tables);
                var arrived = tables.count(table);
                if (!arrived.equals(given)) {
                    throw new BackupException(
                            "table " + table.name() + " left as " + given + " and arrived as " + arrived);
                }
                rows += arrived.rows();
            }
            besides.run();
            tables.commit();
        }
        database.migrations().load().migrate();
        return rows;
    }

    /** Makes the tables as they were in that version. */
    private void make() throws BackupException {
        var newest = Arrays.stream(database.migrations().load().info().all()).map(MigrationInfo::getVersion)
                .filter(Objects::nonNull).max(Comparator.naturalOrder()).orElseThrow();
        if (MigrationVersion.fromVersion(version).isNewerThan(newest.getVersion())) {
            throw new BackupException("it comes from another version of gpucomm, whose tables have version " + version);
        }
        database.migrations().target(version).load().migrate();
    }

    private static void requireEmpty(Connection connection) throws SQLException, BackupException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery("select count(*) from upload")) {
            row.next();
            if (row.getLong(1) > 0) {
                throw new BackupException("the database to be filled has " + row.getLong(1)
                        + " uploads: give one that is empty, since nothing is mixed or overwritten");
            }
        }
    }

    /** Everything that belongs to the rows and does not lie in tables. */
    interface Besides {

        void run() throws IOException, BackupException;
    }

    /** Source of rows. */
    interface Source {

        /** Puts a table's rows into those tables. @return what they were where they came from */
        Counted give(StoredTable table, DatabaseTables to) throws SQLException, IOException, BackupException;
    }
}
