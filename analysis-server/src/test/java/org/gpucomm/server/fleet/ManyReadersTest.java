package org.gpucomm.server.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.gpucomm.server.database.EmbeddedDatabase;
import org.gpucomm.server.serve.ServerProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** More readers at once than there are connections to the database. */
@Tag("nightly")
class ManyReadersTest {

    private static final int READERS = 50;
    private static final String WAITING = """
            select count(*) from pg_stat_activity where wait_event_type = 'Lock' and query like '%join curve c%'
            """;

    @TempDir
    private Path dataDir;

    @Test
    @Timeout(180)
    void whoWaitsToReadALongHistoryKeepsNobodyElseWaitingAndIsAnswered() throws Exception {
        try (var postgresql = EmbeddedDatabase.start();
                var server = ServerProcess.start(dataDir, "--no-bundled", "--db-url",
                        postgresql.getJdbcUrl("postgres", "postgres"));
                var lock = postgresql.getPostgresDatabase().getConnection();
                var looking = postgresql.getPostgresDatabase().getConnection();
                var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int night = 1; night <= 3; night++) {
                var log = FleetLogs.nights(2, night);
                assertThat(server.upload(log.filename(), log.text()).statusCode()).isEqualTo(201);
            }
            var history = "/api/v1/histories/" + server.json("histories").path("items").get(0).path("id").asString();
            lock.setAutoCommit(false);
            lock.createStatement().execute("lock table curve in access exclusive mode");
            var sent = new AtomicInteger();
            // Each asks another question, so that none is given the answer to another's.
            var answers = IntStream.range(0, READERS).<Callable<Integer>>mapToObj(reader -> () -> {
                sent.incrementAndGet();
                return server.get(history + "?from=" + (1950 + reader) + "-01-01").statusCode();
            }).map(clients::submit).toList();
            while (sent.get() < READERS || waiting(looking) == 0) {
                Thread.sleep(20);
            }
            for (int asked = 0; asked < READERS; asked++) {
                assertThat(server.get("/api/v1/runs?size=" + (asked + 1)).statusCode()).isEqualTo(200);
            }
            assertThat(waiting(looking)).as("those who read").isLessThanOrEqualTo(2);
            lock.rollback();
            for (var answer : answers) {
                assertThat(answer.get()).isEqualTo(200);
            }
        }
    }

    private static int waiting(Connection connection) throws Exception {
        try (var statement = connection.createStatement(); var row = statement.executeQuery(WAITING)) {
            row.next();
            return row.getInt(1);
        }
    }
}
