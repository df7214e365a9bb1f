package org.gpucomm.server.serve;

import java.net.BindException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.stream.Stream;

import org.gpucomm.server.database.Database;
import org.springframework.boot.web.server.PortInUseException;

/** This record tells why the server did not start, in words for the person who started it. */
record StartFailure(RuntimeException cause, Path dataDir, Database database) {

    /** H2: the file is open in another process. */
    private static final int DATABASE_ALREADY_OPEN = 90020;

    String message() {
        for (var each : Stream.iterate((Throwable) cause, next -> next != null, Throwable::getCause).toList()) {
            switch (each) {
                case PortInUseException port -> {
                    return "port " + port.getPort() + " is in use: stop what uses it, or choose another by --port";
                }
                case BindException bind -> {
                    return "cannot listen there: " + bind.getMessage();
                }
                case SQLException sql -> {
                    return message(sql);
                }
                default -> {
                    // Look further down.
                }
            }
        }
        throw cause;
    }

    private String message(SQLException sql) {
        if (sql.getErrorCode() == DATABASE_ALREADY_OPEN) {
            return "the data directory " + dataDir + " is in use by another server: stop that one, or choose another "
                    + "directory by --data-dir";
        }
        return "cannot use the database " + database + ": " + sql.getMessage();
    }
}
