package org.gpucomm.server.backup;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;

import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationVersion;
import org.gpucomm.server.database.Database;

/** A database that no server has open, and the version of its tables. */
final class StoredSchema {

    private StoredSchema() {}

    static Connection connect(Database database) throws SQLException {
        var connection = DriverManager.getConnection(database.url(), database.user(), database.password());
        connection.setAutoCommit(false);
        return connection;
    }

    static String version(Connection connection) throws SQLException {
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

    /**
     * Makes the tables as they were in that version.
     *
     * @throws BackupException when this build does not know it
     */
    static void make(Database database, String version) throws BackupException {
        var flyway = database.migrations().target(version).load();
        if (MigrationVersion.fromVersion(version).isNewerThan(newest(database))) {
            throw new BackupException("it comes from another version of gpucomm, whose tables have version " + version);
        }
        flyway.migrate();
    }

    /** Brings them to this build's version, as a server does when it starts. */
    static void bringUpToDate(Database database) {
        database.migrations().load().migrate();
    }

    private static String newest(Database database) {
        return Arrays.stream(database.migrations().load().info().all()).map(MigrationInfo::getVersion)
                .filter(Objects::nonNull).max(Comparator.naturalOrder()).orElseThrow().getVersion();
    }
}
