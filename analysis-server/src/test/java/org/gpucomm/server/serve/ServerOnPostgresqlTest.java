package org.gpucomm.server.serve;

import java.io.IOException;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/** A real PostgreSQL, unpacked and started by the test. */
class ServerOnPostgresqlTest extends ServerContract {

    private EmbeddedPostgres postgresql;

    @BeforeAll
    void start() throws IOException, InterruptedException {
        postgresql = EmbeddedPostgres.start();
        super.start("--db-url", postgresql.getJdbcUrl("postgres", "postgres"));
    }

    @AfterAll
    @Override
    void stop() throws IOException {
        super.stop();
        postgresql.close();
    }
}
