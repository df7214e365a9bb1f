package org.gpucomm.server.backup;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;

import org.apache.commons.io.function.IORunnable;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationVersion;
import org.gpucomm.server.backup.Sum.Counted;
import org.gpucomm.server.database.Database;

/** Copy of all tables into an empty database, verified before the commit. A failure stores nothing. @param version of the source tables */
record TableCopy(Database database, String version) {

    /**
     * Copies all rows and returns their number.
     *
     * @param besides copies data outside the tables before the commit; its failure rolls back everything
     * @throws BackupException if the database has uploads, or the rows differ from the source; nothing is stored then
     */
    long from(Source source, IORunnable besides) throws SQLException, IOException {
        make();
        long rows = 0;
        try (var connection = DatabaseTables.connect(database)) {
            requireEmpty(connection);
            var tables = DatabaseTables.of(connection);
            tables.empty();
            for (var table : tables.all()) {
                var given = source.give(table, tables);
                var arrived = tables.read(table, row -> {});
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

    /** Creates the tables of that version. */
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

    interface Source {

        /** Copies the rows of a table. @return count and checksum of the rows at the source */
        Counted give(StoredTable table, DatabaseTables to) throws SQLException, IOException;
    }
}
