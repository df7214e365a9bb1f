package org.gpucomm.server.backup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.zip.ZipFile;

import org.gpucomm.server.database.EmbeddedDatabase;
import org.gpucomm.results.format.canonical.Column;
import org.gpucomm.server.database.Database;
import org.gpucomm.server.serve.ServerProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public class BackupTest {

    private static final int ROWS = 120_000;
    private static final List<String> COUNTS = List.of("select count(*) from upload", "select count(*) from run",
            "select count(*) from measurement", "select count(*) from message_sizes",
            "select count(*) from curve",
            "select count(*) from access_token", "select count(*) from audit_log");

    @TempDir
    Path folder;

    @Tag("nightly")
    @Test
    void aBackupTakenWhileAnImportRunsIsOneMomentAndTheImportEndsWhereItIsRestored() throws Exception {
        var file = folder.resolve("backup.zip");
        String large;
        try (var server = ServerProcess.start(folder.resolve("h2"), "--no-bundled");
                var postgresql = EmbeddedDatabase.start()) {
            assertThat(server.upload("odd.csv", csv(1, 300, "a=\\N;b=\\t c\\\\d")).statusCode()).isEqualTo(201);
            large = begin(server);
            take(server, file);
            var url = postgresql.getJdbcUrl("postgres", "postgres");
            var restored = ServerProcess.run("restore", file.toString(), "--data-dir", folder.resolve("pg").toString(),
                    "--db-url", url);
            assertThat(restored.code()).as(restored.output()).isZero();
            try (var connection = postgresql.getPostgresDatabase().getConnection()) {
                long entries = number(connection, "select entries from reading where upload_id = '" + large + "'");
                assertThat(entries).as("lines in the tables when it was taken").isBetween(1L, (long) ROWS);
                assertThat(number(connection, "select count(*) from measurement m join run r on r.id = m.run_id"
                        + " where r.upload_id = '" + large + "'")).isEqualTo(entries - 1);
            }
            var again = ServerProcess.run("restore", file.toString(), "--data-dir", folder.resolve("pg").toString(),
                    "--db-url", url);
            assertThat(again.code()).isEqualTo(1);
            assertThat(again.output()).contains("has 2 uploads");
            try (var other = ServerProcess.start(folder.resolve("pg"), "--no-bundled", "--db-url", url)) {
                awaitReady(other, large);
                assertThat(other.json("uploads/" + large).path("rows").asInt()).isEqualTo(ROWS);
                assertThat(other.get("/api/v1/uploads/" + large + "/raw").body()).isEqualTo(csv(2, ROWS, ""));
                assertThat(other.upload("new.csv", csv(3, 10, "")).statusCode()).as("numbers go on").isEqualTo(201);
            }
        }
    }

    @Tag("nightly")
    @Test
    void aMoveFromH2ToPostgresqlAnswersAsBefore() throws Exception {
        var data = folder.resolve("data");
        List<String> before;
        try (var server = ServerProcess.start(data, "--no-bundled")) {
            for (int i = 0; i < 3; i++) {
                assertThat(server.upload("run-" + i + ".csv", csv(i, 200, "night=" + i)).statusCode()).isEqualTo(201);
            }
            before = answers(server);
        }
        try (var postgresql = EmbeddedDatabase.start()) {
            var url = postgresql.getJdbcUrl("postgres", "postgres");
            var moved = ServerProcess.run("move", "--from", data.toString(), "--to", url);
            assertThat(moved.code()).as(moved.output()).isZero();
            assertThat(moved.output()).as("a sentence, without warnings of what moves it")
                    .matches("\\d+ rows of \\d+ tables are in \\S+ as they are in " + data + "\\n");
            try (var from = DatabaseTables.connect(Database.inDirectory(data));
                    var to = postgresql.getPostgresDatabase().getConnection()) {
                for (var sql : COUNTS) {
                    assertThat(number(to, sql)).as(sql).isEqualTo(number(from, sql));
                }
                var sum = "select sum(time_us * message_bytes + ordinal) from measurement";
                assertThat(number(to, sum)).isEqualTo(number(from, sum));
            }
            try (var server = ServerProcess.start(data, "--no-bundled", "--db-url", url)) {
                assertThat(answers(server)).isEqualTo(before);
            }
            assertThat(ServerProcess.run("move", "--from", data.toString(), "--to", url).code()).isEqualTo(1);
        }
    }

    @Test
    void aBackupIsRestoredWhole() throws Exception {
        var file = folder.resolve("backup.zip");
        List<String> before;
        try (var server = ServerProcess.start(folder.resolve("h2"), "--no-bundled")) {
            server.upload("run.csv", csv(1, 300, ""));
            before = answers(server);
            take(server, file);
        }
        var data = folder.resolve("restored");
        var restored = ServerProcess.run("restore", file.toString(), "--data-dir", data.toString());
        assertThat(restored.code()).as(restored.output()).isZero();
        try (var server = ServerProcess.start(data, "--no-bundled")) {
            assertThat(answers(server)).isEqualTo(before);
        }
    }

    @Tag("nightly")
    @Test
    void aBackupThatWasCutOrChangedIsNotRestored() throws Exception {
        var file = folder.resolve("backup.zip");
        try (var server = ServerProcess.start(folder.resolve("h2"), "--no-bundled")) {
            server.upload("run.csv", csv(1, 300, ""));
            var taken = ServerProcess.run("backup", file.toString(), "--server", server.root().toString());
            assertThat(taken.code()).as(taken.output()).isZero();
            assertThat(taken.output()).contains("1 uploads");
            assertThat(ServerProcess.run("backup", file.toString()).code()).as("overwrites nothing").isEqualTo(2);
        }
        var whole = Files.readAllBytes(file);
        refuses(Arrays.copyOf(whole, whole.length / 2), "was cut");
        refuses(withOtherDigit(file), "the backup says");
    }

    /** The database that is filled changes a digit: what arrived is read again, and is not what left. */
    @Tag("nightly")
    @Test
    void aMoveWhoseRowsArriveAsOthersKeepsNothing() throws Exception {
        var data = folder.resolve("data");
        try (var postgresql = EmbeddedDatabase.start()) {
            var url = postgresql.getJdbcUrl("postgres", "postgres");
            ServerProcess.start(folder.resolve("tables"), "--no-bundled", "--db-url", url).close();
            try (var server = ServerProcess.start(data, "--no-bundled")) {
                assertThat(server.upload("run.csv", csv(1, 200, "")).statusCode()).isEqualTo(201);
                var held = ServerProcess.run("move", "--from", data.toString(), "--to", url);
                assertThat(held.code()).as("a server has it open: " + held.output()).isEqualTo(3);
            }
            try (var connection = postgresql.getPostgresDatabase().getConnection();
                    var statement = connection.createStatement()) {
                statement.execute("""
                        create function other_digit() returns trigger language plpgsql as
                        'begin new.time_us[1] := new.time_us[1] + 1e-9; return new; end';
                        create trigger other_digit before insert on curve for each row
                        when (200 = any(new.ordinal)) execute function other_digit()
                        """);
                var moved = ServerProcess.run("move", "--from", data.toString(), "--to", url);
                assertThat(moved.code()).as(moved.output()).isEqualTo(1);
                assertThat(moved.output()).contains("nothing was moved: table curve left as", "arrived as");
                for (var sql : COUNTS) {
                    assertThat(number(connection, sql)).as(sql).isZero();
                }
            }
        }
    }

    /** The last upload is erased while somebody takes a backup so slowly that its tables are not yet through. */
    @Tag("nightly")
    @Test
    void whatIsErasedWhileABackupIsTakenDoesNotSpoilIt() throws Exception {
        var file = folder.resolve("backup.zip");
        try (var server = ServerProcess.start(folder.resolve("h2"), "--no-bundled", "--undo", "2s")) {
            for (int i = 0; i < 6; i++) {
                assertThat(server.upload("noise-" + i + ".log", noise(i)).statusCode()).isEqualTo(201);
            }
            var last = ServerProcess.json(server.upload("last.csv", csv(1, 10, "")));
            var bytes = folder.resolve("h2/uploads/" + last.path("sha256").asString().substring(0, 2));
            server.send(server.request("/api/v1/uploads/" + last.path("id").asString()).DELETE());
            try (var http = HttpClient.newHttpClient();
                    var zip = http.send(server.request("/api/v1/backup").GET().build(),
                            HttpResponse.BodyHandlers.ofInputStream()).body()) {
                var begun = zip.readNBytes(100);
                long end = System.nanoTime() + 60_000_000_000L;
                while (count(bytes) > 0) {
                    assertThat(System.nanoTime()).as("its bytes are still there").isLessThan(end);
                    Thread.sleep(100);
                }
                Files.write(file, begun);
                try (var out = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
                    zip.transferTo(out);
                }
            }
        }
        var restored = ServerProcess.run("restore", file.toString(), "--data-dir", folder.resolve("new").toString());
        assertThat(restored.code()).as(restored.output()).isZero();
        assertThat(restored.output()).contains(" and 6 uploads");
        try (var server = ServerProcess.start(folder.resolve("new"), "--no-bundled")) {
            while (server.json("uploads?hidden=true").path("total").asInt() > 0) {
                Thread.sleep(100);
            }
            assertThat(server.json("uploads").path("total").asInt()).as("the noise").isEqualTo(6);
        }
    }

    private static int count(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return (int) files.count();
        }
    }

    /** More than a connection holds of what is not read. */
    private static String noise(int seed) {
        var bytes = new byte[3_000_000];
        new Random(seed).nextBytes(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }

    /** As the command asks for it, but without its start, in which the import might end. */
    public static void take(ServerProcess server, Path file) throws IOException, InterruptedException {
        try (var http = HttpClient.newHttpClient()) {
            var answer = http.send(server.request("/api/v1/backup").GET().build(),
                    HttpResponse.BodyHandlers.ofFile(file));
            assertThat(answer.statusCode()).isEqualTo(200);
        }
    }

    private void refuses(byte[] backup, String why) throws IOException, InterruptedException {
        var file = folder.resolve("broken.zip");
        Files.write(file, backup);
        var ended = ServerProcess.run("restore", file.toString(), "--data-dir", folder.resolve("empty").toString());
        assertThat(ended.code()).as(ended.output()).isEqualTo(1);
        assertThat(ended.output()).contains(why);
    }

    /** The same zip with one row of the measurements changed, as anyone who edits it would leave it. */
    private static byte[] withOtherDigit(Path file) throws IOException {
        var changed = new java.io.ByteArrayOutputStream();
        try (var zip = new ZipFile(file.toFile()); var out = new java.util.zip.ZipOutputStream(changed)) {
            for (var entry : zip.stream().toList()) {
                var bytes = zip.getInputStream(entry).readAllBytes();
                if (entry.getName().equals("tables/curve")) {
                    int digit = new String(bytes, java.nio.charset.StandardCharsets.UTF_8).lastIndexOf("10.5");
                    bytes[digit] = '9';
                }
                out.putNextEntry(new java.util.zip.ZipEntry(entry.getName()));
                out.write(bytes);
                out.closeEntry();
            }
        }
        return changed.toByteArray();
    }

    private static List<String> answers(ServerProcess server) throws IOException, InterruptedException {
        var answers = new ArrayList<String>();
        for (var path : List.of("runs", "uploads", "facets", "histories")) {
            answers.add(server.get("/api/v1/" + path).body().replace(server.root().toString(), "http://server/"));
        }
        return answers;
    }

    private static String begin(ServerProcess server) throws IOException, InterruptedException {
        var id = ServerProcess.json(server.send(server.request("/api/v1/uploads?wait=0&filename=large.csv")
                .POST(BodyPublishers.ofString(csv(2, ROWS, ""))))).path("id").asString();
        while (server.json("uploads/" + id).path("lines").asInt() == 0) {
            Thread.sleep(2);
        }
        return id;
    }

    private static void awaitReady(ServerProcess server, String id) throws IOException, InterruptedException {
        while (server.json("uploads/" + id).path("state").asString().equals("importing")) {
            Thread.sleep(100);
        }
        assertThat(server.json("uploads/" + id).path("state").asString()).isEqualTo("ready");
    }

    private static long number(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement(); var row = statement.executeQuery(sql)) {
            row.next();
            return Math.round(row.getDouble(1));
        }
    }

    private static String csv(int number, int rows, String settings) {
        var csv = new StringBuilder(String.join(",", Column.headers())).append('\n');
        for (int i = 1; i <= rows; i++) {
            csv.append("backup.log,1,nccl-tests,,nccl,,all_reduce,,,,1,8,,").append(i)
                    .append(",float,sum,,out_of_place,").append(20 + number).append(",10.5,,,,,1.25,2.19,0,,,,,")
                    .append(settings).append(",\n");
        }
        return csv.toString();
    }
}
