package org.gpucomm.server.database;

import java.io.IOException;
import java.time.Duration;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/** PostgreSQL of a test, which may start slowly on a busy machine. */
public final class EmbeddedDatabase {

    private EmbeddedDatabase() {}

    public static EmbeddedPostgres start() throws IOException {
        return builder().start();
    }

    public static EmbeddedPostgres.Builder builder() {
        return EmbeddedPostgres.builder().setPGStartupWait(Duration.ofMinutes(2));
    }
}
