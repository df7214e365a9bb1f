package org.gpucomm.server.serve;

import org.gpucomm.server.database.EmbeddedDatabase;
import java.io.IOException;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/** A real PostgreSQL, unpacked and started by the test. */
@Tag("nightly")
class ServerOnPostgresqlTest extends ServerContract {

    private EmbeddedPostgres postgresql;

    @BeforeAll
    void start() throws IOException, InterruptedException {
        postgresql = EmbeddedDatabase.start();
        super.start("--db-url", postgresql.getJdbcUrl("postgres", "postgres"));
    }

    @AfterAll
    @Override
    void stop() throws IOException {
        super.stop();
        postgresql.close();
    }
}
