package org.gpucomm.server.serve;

import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;

import org.gpucomm.server.database.EmbeddedDatabase;
import org.gpucomm.results.format.canonical.Column;
import org.postgresql.PGConnection;
import org.springframework.util.FileSystemUtils;

/**
 * How fast measurements get into PostgreSQL, beside a plain COPY of the same rows: what benchmarks/ingest.sh runs and says
 * how. Arguments: rows, rounds.
 */
final class IngestRate {

    private static final int ROWS_OF_A_RUN = 1000;
    private static final int SIZES = 28;

    private final ServerProcess server;
    private final Connection connection;
    private final ProcessHandle postgresql;

    private IngestRate(ServerProcess server, Connection connection) throws SQLException {
        this.server = server;
        this.connection = connection;
        this.postgresql = ProcessHandle.of(number("select pg_backend_pid()")).flatMap(ProcessHandle::parent)
                .orElseThrow();
    }

    public static void main(String[] arguments) throws Exception {
        int rows = Integer.parseInt(arguments[0]);
        int rounds = Integer.parseInt(arguments[1]);
        var folder = Files.createTempDirectory("gpucomm-ingest");
        // Durable, as it comes from its makers: what is made for tests switches fsync off by -F, which these words outweigh.
        try (var database = EmbeddedDatabase.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on").start();
                var server = ServerProcess.start(folder.resolve("data"), "--db-url",
                        database.getJdbcUrl("postgres", "postgres"));
                var connection = database.getPostgresDatabase().getConnection()) {
            new IngestRate(server, connection).compare(rows, rounds, folder);
        }
        FileSystemUtils.deleteRecursively(folder);
    }

    private void compare(int rows, int rounds, Path folder) throws Exception {
        server.awaitImports();
        upload(csv(folder.resolve("warm-up.csv"), rows, 0));
        make("plain");
        execute("insert into plain select * from measurement");
        execute("vacuum analyze curve");
        System.out.printf(Locale.ROOT,
                "%.1f bytes a measurement in the table curve with its indexes, %.1f in a row each%n",
                number("select pg_total_relation_size('curve')") / (double) number("select count(*) from measurement"),
                number("select pg_total_relation_size('plain')") / (double) number("select count(*) from plain"));
        for (int round = 1; round <= rounds; round++) {
            var file = csv(folder.resolve("rows.csv"), rows, round);
            execute("checkpoint");
            var imported = upload(file);
            var copied = copy(imported.id(), "plain", folder.resolve("rows.copy"));
            make("bare");
            var alone = copy(imported.id(), "bare", folder.resolve("rows.copy"));
            execute("drop table bare");
            System.out.printf(Locale.ROOT,
                    "round %d: ingested in %.2f s, %.0f rows/s (processor: server %.1f s, PostgreSQL %.1f s); "
                            + "plain COPY in %.2f s, %.0f rows/s (PostgreSQL %.1f s); share %.0f %%; "
                            + "into an empty table in %.2f s, %.0f rows/s; share %.0f %%%n",
                    round, imported.seconds(), rows / imported.seconds(), imported.server(), imported.postgresql(),
                    copied.seconds(), rows / copied.seconds(), copied.postgresql(),
                    100 * copied.seconds() / imported.seconds(), alone.seconds(), rows / alone.seconds(),
                    100 * alone.seconds() / imported.seconds());
        }
    }

    /** Makes a table with a row for each measurement, and with the indexes that its readers would want. */
    private void make(String table) throws SQLException {
        execute("create table " + table + " as select * from measurement limit 0");
        execute("alter table " + table + " add primary key (run_id, ordinal)");
        execute("create index on " + table + " (series_id, ranks, message_bytes)");
    }

    /** From the first byte that is sent until the upload is ready to be looked at. */
    private Cost upload(Path csv) throws IOException, InterruptedException {
        var before = began();
        var upload = ServerProcess.json(server.send(server.request("/api/v1/uploads?wait=60&filename=rows.csv")
                .POST(BodyPublishers.ofFile(csv))));
        var id = upload.path("id").asString();
        var state = upload.path("state").asString();
        while (state.equals("importing")) {
            Thread.sleep(25);
            state = server.json("uploads/" + id).path("state").asString();
        }
        if (!state.equals("ready")) {
            throw new IOException("the upload is " + state);
        }
        return before.until(id, began());
    }

    /** The rows of that upload, out of their table and into another like it. */
    private Cost copy(String upload, String table, Path file) throws SQLException, IOException {
        var copies = connection.unwrap(PGConnection.class).getCopyAPI();
        try (OutputStream out = Files.newOutputStream(file)) {
            copies.copyOut("copy (select m.* from measurement m join run r on r.id = m.run_id where r.upload_id = '"
                    + upload + "' order by m.ordinal) to stdout", out);
        }
        execute("checkpoint");
        try (var in = Files.newInputStream(file)) {
            var before = began();
            copies.copyIn("copy " + table + " from stdin", in, 1 << 16);
            return before.until(upload, began());
        }
    }

    private Began began() {
        var ofDatabase = postgresql.children().map(IngestRate::processor).reduce(processor(postgresql), Duration::plus);
        return new Began(System.nanoTime(), processor(server.process()).toNanos(), ofDatabase.toNanos());
    }

    private static Duration processor(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private void execute(String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private long number(String sql) throws SQLException {
        try (var statement = connection.createStatement(); var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** As {@code gpucomm convert} writes it: a log's runs one after the other, each with its sizes in and out of place. */
    private static Path csv(Path file, int rows, int round) throws IOException {
        try (var csv = Files.newBufferedWriter(file)) {
            csv.write(String.join(",", Column.headers()) + "\n");
            for (int i = 0; i < rows; i++) {
                var row = new StringBuilder("round-").append(round).append(".log,").append(1 + i / ROWS_OF_A_RUN)
                        .append(",nccl-tests,2.17.6,nccl,2.28.3,all_reduce,,p5en.48xlarge,NVIDIA H200,2,16,,")
                        .append(8L << i / 2 % SIZES).append(",float,sum,,")
                        .append(i % 2 == 0 ? "out_of_place" : "in_place").append(",20,").append(10 + i % 977)
                        .append(".5,,,,,").append(i % 311).append(".25,").append(i % 409).append(".19,0,,,,,,\n");
                csv.append(row);
            }
        }
        return file;
    }

    /** Nanoseconds: of the clock, and of the processors for all that was done before. */
    private record Began(long clock, long server, long postgresql) {

        Cost until(String id, Began end) {
            return new Cost(id, (end.clock - clock) / 1e9, (end.server - server) / 1e9,
                    (end.postgresql - postgresql) / 1e9);
        }
    }

    /** @param seconds that passed; the others are processor time */
    private record Cost(String id, double seconds, double server, double postgresql) {}
}
