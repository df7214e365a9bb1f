package org.gpucomm.server.serve;

import java.net.BindException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.stream.Stream;

import org.flywaydb.core.api.exception.FlywayValidateException;
import org.gpucomm.server.database.Database;
import org.springframework.boot.web.server.PortInUseException;

/** Failure of the server's start, with a message for the person who started it. */
record StartFailure(RuntimeException cause, Path dataDir, Database database) {

    /** H2's error code for a database that another process has open. */
    private static final int DATABASE_ALREADY_OPEN = 90020;

    /** Returns a message for the first known cause. @throws RuntimeException the failure itself, if no cause is known */
    String message() {
        for (var each : Stream.iterate((Throwable) cause, next -> next != null, Throwable::getCause).toList()) {
            switch (each) {
                case PortInUseException port -> {
                    return "port " + port.getPort() + " is in use: stop what uses it, or choose another by --port";
                }
                case BindException bind -> {
                    return "cannot listen there: " + bind.getMessage();
                }
                case FlywayValidateException tables -> {
                    return "another version of gpucomm made " + where()
                            + ", and this one cannot read its tables: choose another "
                            + "directory by --data-dir, or another database by --db-url, and upload the files again";
                }
                case SQLException sql -> {
                    return message(sql);
                }
                default -> {
                    // Look at the next cause.
                }
            }
        }
        throw cause;
    }

    private String where() {
        return database.url().startsWith("jdbc:h2:") ? "the data directory " + dataDir : "the database " + database;
    }

    private String message(SQLException sql) {
        if (sql.getErrorCode() == DATABASE_ALREADY_OPEN) {
            return "the data directory " + dataDir + " is in use by another server: stop that one, or choose another "
                    + "directory by --data-dir";
        }
        return "cannot use the database " + database + ": " + sql.getMessage();
    }
}
