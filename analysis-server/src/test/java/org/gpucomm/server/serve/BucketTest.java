package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.blobstore.ForwardingBlobStore;
import org.gaul.s3proxy.nio2blob.FilesystemNio2BlobStore;
import org.gpucomm.server.database.EmbeddedDatabase;
import org.gpucomm.server.backup.BackupTest;
import org.gpucomm.server.store.LiveFiles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Uploads in a bucket of a real S3 server, which runs here. */
@Tag("nightly")
class BucketTest {

    private static final String KEY = "gpucomm-test";
    private static final String SECRET = "of gpucomm's tests";

    private static final int KILLS = 6;
    /** How late each answer of a slow bucket is. */
    private static final Duration SLOW = Duration.ofSeconds(1);

    @TempDir
    Path folder;

    /** What the S3 server answers to anyone who writes; 0 = it takes it. */
    private final AtomicInteger refusal = new AtomicInteger();
    private S3Proxy s3;

    @BeforeEach
    void begin() throws Exception {
        Files.createDirectories(folder.resolve("s3/logs"));
        s3 = s3(0);
    }

    @AfterEach
    void end() throws Exception {
        s3.stop();
    }

    @Test
    void whatOneServerTookAnotherReadsErasesAndTakesOver() throws Exception {
        try (var postgresql = EmbeddedDatabase.start()) {
            var url = postgresql.getJdbcUrl("postgres", "postgres");
            var ids = new ArrayList<String>();
            try (var first = server("first", url); var second = server("second", url)) {
                for (int i = 0; i < 4; i++) {
                    var taken = first.upload("night-" + i + ".log", log(i));
                    assertThat(taken.statusCode()).as(taken.body()).isEqualTo(201);
                    ids.add(ServerProcess.json(taken).path("id").asString());
                }
                assertThat(objects("lab")).hasSize(4);
                assertThat(second.upload("again.log", log(2)).statusCode()).as("the same bytes").isEqualTo(200);
                for (int i = 0; i < 4; i++) {
                    assertThat(second.get("/api/v1/uploads/" + ids.get(i) + "/raw").body()).isEqualTo(log(i));
                }
                assertThat(objects("lab")).hasSize(4);
                var tables = folder.resolve("s3/logs/lab/measurements");
                await(() -> LiveFiles.below(tables).size() == 4, "a Parquet file of each");
                assertThat(second.send("POST", "sql", "{\"query\": \"from measurement\"}").statusCode()).isEqualTo(409);
                assertThat(second.get("/actuator/health/readiness").statusCode()).isEqualTo(200);
                assertThat(second.get("/actuator/prometheus").body().lines()
                        .filter(line -> line.startsWith("gpucomm_store_bytes"))
                        .map(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' '))))).first()
                        .isEqualTo(objects("lab").stream().mapToLong(BucketTest::size).sum());
                first.kill();
                second.send("DELETE", "uploads/" + ids.get(3), "");
                await(() -> objects("lab").size() == 3, "the bytes of what was deleted are erased");
                await(() -> LiveFiles.below(tables).size() == 3, "and its Parquet file");
                BackupTest.take(second, folder.resolve("backup.zip"));
            }
            assertThat(LiveFiles.below(folder.resolve("first/uploads"))).as("on the machines themselves").isEmpty();
            restoresInto("moved", ids);
        }
    }

    @Test
    void whatADeadServerImportedFromTheBucketIsTakenOver() throws Exception {
        try (var postgresql = EmbeddedDatabase.start();
                var connection = postgresql.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            var url = postgresql.getJdbcUrl("postgres", "postgres");
            try (var first = server("first", url); var second = server("second", url)) {
                connection.setAutoCommit(false);
                // So that the import cannot end before its server is dead: publishing needs this row.
                statement.executeUpdate("update publication set version = version");
                var taken = first.send(first.request("/api/v1/uploads?wait=0&filename=long.log")
                        .POST(BodyPublishers.ofString(log(0) + lastRow().repeat(30_000))));
                var id = ServerProcess.json(taken).path("id").asString();
                await(() -> second.json("uploads/" + id).path("lines").asInt() > 0, "some of it is in the tables");
                first.kill();
                connection.rollback();
                await(() -> second.json("uploads/" + id).path("state").asString().equals("ready"), "taken over");
                assertThat(second.json("uploads/" + id).path("rows").asInt()).isEqualTo(30_001);
                try (var rows = statement.executeQuery("select count(distinct line), count(*) from measurement")) {
                    rows.next();
                    assertThat(rows.getInt(1)).as("lines, each once").isEqualTo(30_001).isEqualTo(rows.getInt(2));
                }
                assertThat(objects("lab")).hasSize(1);
            }
        }
    }

    @Test
    void everyRowIsThereOnceAfterKillsWhileTheBucketIsSlowOrAway() throws Exception {
        var random = new Random(17);
        try (var postgresql = EmbeddedDatabase.start(); var proxy = SeverableProxy.to(s3.getPort())) {
            var environment = new HashMap<>(environment());
            environment.put("AWS_ENDPOINT_URL", "http://127.0.0.1:" + proxy.port());
            var url = postgresql.getJdbcUrl("postgres", "postgres");
            for (int i = 0; i < KILLS; i++) {
                proxy.delay(SLOW);
                boolean isAwayAtTheStart = i % 3 == 2;
                if (!isAwayAtTheStart) {
                    proxy.restore();
                }
                try (var server = ServerProcess.start(environment, folder.resolve("data"), "--no-bundled", "--store",
                        "s3://logs/lab", "--db-url", url)) {
                    proxy.restore();
                    int number = i;
                    await(() -> isTaken(server.send(server.request("/api/v1/uploads?wait=0&filename=large.csv")
                            .POST(BodyPublishers.ofString(KillsTest.csv(number))))), "an upload is taken");
                    if (i % 2 == 1) {
                        proxy.sever();
                    }
                    Thread.sleep(random.nextInt(3_000));
                    server.kill();
                }
                endPauses(postgresql);
            }
            proxy.restore();
            proxy.delay(Duration.ZERO);
            try (var server = ServerProcess.start(environment, folder.resolve("data"), "--no-bundled", "--store",
                    "s3://logs/lab", "--db-url", url)) {
                await(() -> {
                    endPauses(postgresql);
                    return server.json("uploads?q=large").path("items").valueStream()
                            .filter(upload -> upload.path("state").asString().equals("ready")).count() == KILLS;
                }, "all are imported");
                try (var connection = postgresql.getPostgresDatabase().getConnection();
                        var statement = connection.createStatement();
                        var rows = statement.executeQuery("select count(*), count(distinct (run_id, message_bytes))"
                                + " from measurement")) {
                    rows.next();
                    assertThat(rows.getLong(1)).isEqualTo((long) KILLS * KillsTest.ROWS).isEqualTo(rows.getLong(2));
                }
                assertThat(objects("lab")).hasSize(KILLS);
                await(() -> LiveFiles.below(folder.resolve("s3/logs/lab/measurements")).size() == KILLS,
                        "a Parquet file of each");
            }
        }
    }

    private static boolean isTaken(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201, 503);
        return answer.statusCode() != 503;
    }

    /** As if the pauses before another try, and the heartbeats of a server that is dead, were over. */
    private static void endPauses(EmbeddedPostgres postgresql) throws SQLException {
        try (var connection = postgresql.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            statement.executeUpdate("update scheduled_tasks set execution_time = current_timestamp where not picked");
            statement.executeUpdate("update scheduled_tasks set picked = false, last_heartbeat = null where picked"
                    + " and last_heartbeat < current_timestamp - interval '10' second");
        }
    }

    @Test
    void whileTheBucketIsAwayFullOrReadOnlyUploadsAreRefusedAndReadingGoesOn() throws Exception {
        int port = s3.getPort();
        try (var server = server("data", null)) {
            var id = ServerProcess.json(server.upload("before.log", log(0))).path("id").asString();
            refusal.set(403);
            refused(server, 503);
            assertThat(server.get("/api/v1/uploads/" + id + "/raw").body()).isEqualTo(log(0));
            refusal.set(507);
            refused(server, 507);
            s3.stop();
            refused(server, 503);
            assertThat(server.get("/actuator/health/liveness").statusCode()).isEqualTo(200);
            assertThat(server.get("/api/v1/runs").statusCode()).isEqualTo(200);
            assertThat(server.get("/api/v1/uploads/" + id + "/raw").statusCode()).isEqualTo(503);
            refusal.set(0);
            s3 = s3(port);
            assertThat(server.upload("after.log", log(1)).statusCode()).isEqualTo(201);
            await(() -> server.get("/actuator/health/readiness").statusCode() == 200, "ready again");
            assertThat(server.get("/api/v1/uploads/" + id + "/raw").body()).isEqualTo(log(0));
        }
    }

    @Test
    void whatIsNoBucketIsSaidAtTheStart() throws Exception {
        var ended = ServerProcess.run("serve", "--store", "/mnt/logs");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.output()).contains("a store must be s3://BUCKET/PREFIX, was '/mnt/logs'");
    }

    private void restoresInto(String prefix, List<String> ids) throws Exception {
        var restored = ServerProcess.run(environment(), "restore", folder.resolve("backup.zip").toString(),
                "--data-dir", folder.resolve("restored").toString(), "--store", "s3://logs/" + prefix);
        assertThat(restored.code()).as(restored.output()).isZero();
        assertThat(objects(prefix)).hasSize(3);
        try (var server = ServerProcess.start(environment(), folder.resolve("restored"), "--no-bundled", "--store",
                "s3://logs/" + prefix)) {
            for (int i = 0; i < 3; i++) {
                assertThat(server.get("/api/v1/uploads/" + ids.get(i) + "/raw").body()).isEqualTo(log(i));
            }
        }
    }

    private static void refused(ServerProcess server, int status) throws Exception {
        HttpResponse<String> refused = server.upload("refused.log", log(status));
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(status);
        assertThat(refused.body()).containsIgnoringCase("send this again").doesNotContain("Exception");
    }

    private ServerProcess server(String data, String database) throws Exception {
        var arguments = new ArrayList<>(List.of("--no-bundled", "--store", "s3://logs/lab", "--undo", "0s"));
        if (database != null) {
            arguments.addAll(List.of("--db-url", database));
        }
        return ServerProcess.start(environment(), folder.resolve(data), arguments.toArray(String[]::new));
    }

    private Map<String, String> environment() {
        return Map.of("AWS_ENDPOINT_URL", "http://127.0.0.1:" + s3.getPort(), "AWS_ACCESS_KEY_ID", KEY,
                "AWS_SECRET_ACCESS_KEY", SECRET, "AWS_CONFIG_FILE", folder.resolve("none").toString(),
                "AWS_EC2_METADATA_DISABLED", "true");
    }

    /** @param port 0 = a free one */
    private S3Proxy s3(int port) throws Exception {
        var files = new Refusing(new FilesystemNio2BlobStore(folder.resolve("s3").toString()));
        var server = S3Proxy.builder().blobStore(files).endpoint(URI.create("http://127.0.0.1:" + port))
                .awsAuthentication(AuthenticationType.AWS_V4, KEY, SECRET).build();
        server.start();
        return server;
    }

    private List<Path> objects(String prefix) throws Exception {
        return LiveFiles.below(folder.resolve("s3/logs/" + prefix)).keySet().stream()
                .filter(file -> file.toString().endsWith(".gz"))
                .toList();
    }

    private static long size(Path file) {
        return file.toFile().length();
    }

    private static String log(int night) {
        return """
                # nccl-tests version 2.18.3 nccl-headers=22907 nccl-library=22907
                # nThread 1 nGpus 1 minBytes 1024 maxBytes 1024 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1
                #  Rank  0 Group  0 Pid   4000 on night-%d device  0 [0000:1b:00] NVIDIA H100
                #       size         count      type   redop    root     time   algbw   busbw  #wrong
                        1024           256     float     sum      -1    12.15    0.08    0.08       0
                """.formatted(night);
    }

    private static String lastRow() {
        return log(0).lines().toList().getLast() + "\n";
    }

    private static void await(Condition condition, String what) throws Exception {
        long end = System.nanoTime() + 60_000_000_000L;
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as(what).isLessThan(end);
            Thread.sleep(50);
        }
    }

    private interface Condition {

        boolean holds() throws Exception;
    }

    /** As a bucket whose policy forbids writing does, or one that is full. */
    private final class Refusing extends ForwardingBlobStore {

        Refusing(BlobStore files) {
            super(files);
        }

        @Override
        public PutObjectResponse putBlob(PutObjectRequest request, InputStream bytes) {
            int status = refusal.get();
            if (status != 0) {
                throw S3Exception.builder().statusCode(status).message("refused").awsErrorDetails(AwsErrorDetails
                        .builder().errorCode(status == 507 ? "XMinioStorageFull" : "AccessDenied").build()).build();
            }
            return super.putBlob(request, bytes);
        }
    }
}
