package org.gpucomm.server.serve;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;

import org.gpucomm.results.format.canonical.Column;
import org.postgresql.PGConnection;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * How fast measurements get into PostgreSQL, beside a plain COPY of the same rows into a table of the same indexes: what
 * benchmarks/ingest.sh runs. Arguments: rows, rounds.
 */
final class IngestRate {

    private static final int RUNS = 20;

    private IngestRate() {}

    public static void main(String[] arguments) throws Exception {
        int rows = Integer.parseInt(arguments[0]);
        int rounds = Integer.parseInt(arguments[1]);
        var folder = Files.createTempDirectory("gpucomm-ingest");
        try (var postgresql = EmbeddedPostgres.start();
                var server = ServerProcess.start(folder.resolve("data"), "--db-url",
                        postgresql.getJdbcUrl("postgres", "postgres"));
                var connection = postgresql.getPostgresDatabase().getConnection()) {
            server.awaitImports();
            upload(server, csv(rows / 4, 0));
            for (int round = 1; round <= rounds; round++) {
                var csv = csv(rows, round);
                long began = System.nanoTime();
                var id = upload(server, csv);
                double imported = (System.nanoTime() - began) / 1e9;
                double copied = copy(connection, id, folder.resolve("rows"));
                System.out.printf(Locale.ROOT,
                        "round %d: %d rows imported in %.2f s, %.0f rows/s; plain COPY in %.2f s, %.0f rows/s; share %.0f %%%n",
                        round, rows, imported, rows / imported, copied, rows / copied, 100 * copied / imported);
            }
        }
    }

    /** From the first byte that is sent until the upload is ready to be looked at. @return its id */
    private static String upload(ServerProcess server, String csv) throws IOException, InterruptedException {
        var upload = ServerProcess.json(server.send(
                server.request("/api/v1/uploads?wait=0&filename=rows.csv").POST(BodyPublishers.ofString(csv))));
        var id = upload.path("id").asString();
        while (server.json("uploads/" + id).path("state").asString().equals("importing")) {
            Thread.sleep(20);
        }
        return id;
    }

    /** The rows of that upload, out of the table and into another like it. @return seconds for the way in */
    private static double copy(Connection connection, String upload, Path file) throws SQLException, IOException {
        var copies = connection.unwrap(PGConnection.class).getCopyAPI();
        try (var statement = connection.createStatement(); OutputStream out = Files.newOutputStream(file)) {
            copies.copyOut("copy (select m.* from measurement m join run r on r.id = m.run_id where r.upload_id = '"
                    + upload + "') to stdout", out);
            statement.execute("drop table if exists plain");
            statement.execute("create table plain (like measurement including all)");
        }
        try (InputStream in = Files.newInputStream(file)) {
            long began = System.nanoTime();
            copies.copyIn("copy plain from stdin", in, 1 << 16);
            return (System.nanoTime() - began) / 1e9;
        }
    }

    private static String csv(int rows, int round) {
        var csv = new StringBuilder(String.join(",", Column.headers())).append('\n');
        for (int i = 0; i < rows; i++) {
            int run = 1 + i % RUNS;
            csv.append("round-").append(round).append(".log,").append(run)
                    .append(",nccl-tests,2.17.6,nccl,2.28.3,all_reduce,,p5en.48xlarge,NVIDIA H200,2,16,,")
                    .append(8L << i / RUNS % 28).append(",float,sum,,out_of_place,20,").append(10 + i % 977)
                    .append(".5,,,,,").append(i % 311).append(".25,").append(i % 409).append(".19,0,,,,,\n");
        }
        return csv.toString();
    }
}
