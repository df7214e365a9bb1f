package org.gpucomm.server.serve;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

import org.gpucomm.server.database.EmbeddedDatabase;
import org.gpucomm.results.format.canonical.Column;
import org.springframework.util.FileSystemUtils;

import tools.jackson.databind.JsonNode;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * How long the main queries take when there are many rows and many who ask: what benchmarks/scale.sh runs and says how.
 * Arguments: rows, seconds, database (h2 or postgresql), and a folder in which the data stays: what is there already is not made again.
 */
final class ScaleRate {

    private static final int SIZES = 40;
    private static final int ROWS_OF_A_RUN = 2 * SIZES;
    private static final int RUNS_OF_AN_UPLOAD = 200;
    /** Number of rows after which the rate of their import is printed. */
    private static final int TOLD = 1_000_000;
    private static final int[] CLIENTS = {1, 10, 50};
    static final List<String> OPERATIONS = List.of("all_reduce", "all_gather", "reduce_scatter", "alltoall",
            "broadcast");
    static final List<String> CLUSTERS = List.of("p5.48xlarge,NVIDIA H100", "p5en.48xlarge,NVIDIA H200",
            "p6-b200.48xlarge,NVIDIA B200");
    static final int[] NODES = {1, 2, 4, 8};
    /** As the pages ask when they are opened: Overview, Runs, Uploads, Explore, History, and a search. */
    static final List<String> ASKED = List.of("overview", "runs?size=50", "runs?size=50&page=20",
            "uploads?size=50", "facets", "facets?operation=all_reduce&placement=out_of_place",
            "series?x=size&metric=busbw&operation=all_reduce&ranks=16&placement=out_of_place&gpu=NVIDIA%20H100",
            "histories?page=0&size=25", "runs?size=50&q=H200%20all_reduce",
            "scaling?operation=all_reduce&placement=out_of_place&gpu=NVIDIA%20H100");

    /** Clients share the two cores with the server: they read no more of an answer than that it has ended. */
    private static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** Number of answers that were refused: too many measurements match, or too many requests wait. */
    private static final AtomicInteger REFUSED = new AtomicInteger();

    private ScaleRate() {}

    public static void main(String[] arguments) throws Exception {
        int rows = Integer.parseInt(arguments[0]);
        int seconds = Integer.parseInt(arguments[1]);
        var folder = arguments.length > 3
                ? Files.createDirectories(Path.of(arguments[3]))
                : Files.createTempDirectory("gpucomm-scale");
        if (arguments[2].equals("h2")) {
            try (var server = ServerProcess.start(folder.resolve("data"), "--no-bundled")) {
                measure("H2", server, rows, seconds);
            }
        } else {
            try (var database = EmbeddedDatabase.builder().setDataDirectory(folder.resolve("postgresql"))
                    .setCleanDataDirectory(false).setServerConfig("max_connections", "100").start();
                    var server = ServerProcess.start(folder.resolve("data"), "--no-bundled", "--db-url",
                            database.getJdbcUrl("postgres", "postgres"))) {
                measure("PostgreSQL", server, rows, seconds);
                plainSql(database);
                compare(database, server.json("overview"));
            }
        }
        if (arguments.length <= 3) {
            FileSystemUtils.deleteRecursively(folder);
        }
    }

    private static void measure(String name, ServerProcess server, int rows, int seconds) throws Exception {
        fill(name, server, rows);
        // A server is warm after its first minute.
        for (var path : ASKED) {
            firstAnswers(server, path, seconds);
            times(client -> path, server, 2, 1);
        }
        REFUSED.set(0);
        System.out.printf(Locale.ROOT, "  %-98s%19s", "p50 / p99 ms by clients", "after a change");
        Arrays.stream(CLIENTS).forEach(clients -> System.out.printf(Locale.ROOT, "%17d", clients));
        System.out.println("    kB");
        for (var path : ASKED) {
            var first = firstAnswers(server, path, seconds);
            System.out.printf(Locale.ROOT, "  %-98s%9.0f /%8.0f", path, at(first, 0.5), at(first, 0.99));
            // Asking again for what is refused measures no answer.
            for (int clients : REFUSED.get() > 0 ? new int[0] : CLIENTS) {
                print(ascending(times(client -> path, server, clients, seconds)));
            }
            System.out.printf(Locale.ROOT, "%6d%s%n", server.get("/api/v1/" + path).body().length() / 1000, refused());
        }
        mixed(server, rows, seconds);
    }

    /** Milliseconds of answers, each the first to its question after a note was written, ascending. */
    private static double[] firstAnswers(ServerProcess server, String path, int seconds) throws Exception {
        var run = server.json("runs?size=1").path("items").get(0).path("id").asString();
        var asked = server.request("/api/v1/" + path).GET().build();
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        var times = new ArrayList<Taken>();
        do {
            note(server, run, times.size());
            times.add(new Taken(path, milliseconds(asked)));
        } while (System.nanoTime() < end);
        return ascending(times);
    }

    private static void note(ServerProcess server, String run, int number) throws Exception {
        var written = server.send("PUT", "runs/" + run + "/marks", "{\"note\": \"number " + number + "\"}");
        if (written.statusCode() != 200) {
            throw new IOException("a note was answered " + written.statusCode() + ": " + written.body());
        }
    }

    /** What somebody does each second while others ask. */
    private interface Change {

        void make(int number) throws Exception;
    }

    /** Each client asks what no other asks, while notes are written, which few answers contain, and runs come, which all contain. */
    private static void mixed(ServerProcess server, int rows, int seconds) throws Exception {
        var run = server.json("runs?size=1").path("items").get(0).path("id").asString();
        mixed("of each client others of eight kinds, with a note each second", server, rows, seconds,
                number -> note(server, run, number));
        int had = server.json("overview").path("runs").asInt();
        mixed("the same, with an upload of a run each second", server, rows, seconds,
                number -> upload(server, had + number, 1));
    }

    private static void mixed(String what, ServerProcess server, int rows, int seconds, Change change)
            throws Exception {
        var number = new AtomicInteger();
        var taken = new ArrayList<List<Taken>>();
        for (int clients : CLIENTS) {
            var mixes = IntStream.range(0, clients).mapToObj(client -> new ScaleMix(rows / ROWS_OF_A_RUN, client))
                    .toList();
            try (var writer = Executors.newSingleThreadScheduledExecutor()) {
                writer.scheduleAtFixedRate(() -> {
                    try {
                        change.make(number.getAndIncrement());
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }, 0, 1, TimeUnit.SECONDS);
                taken.add(times(client -> mixes.get(client).next(), server, clients, 4 * seconds));
                writer.shutdownNow();
            }
        }
        printMix(what, taken);
    }

    /** Returns how many answers since the last call were refused; empty if none was. */
    private static String refused() {
        int refused = REFUSED.getAndSet(0);
        return refused == 0 ? "" : "  " + refused + " refused (400, 503)";
    }

    /** @param taken for each number of clients */
    private static void printMix(String what, List<List<Taken>> taken) {
        System.out.printf(Locale.ROOT, "  %-117s", what);
        taken.forEach(times -> print(ascending(times)));
        System.out.println(refused());
        taken.getLast().stream().map(Taken::kind).distinct().sorted().forEach(kind -> {
            System.out.printf(Locale.ROOT, "    %-115s", kind);
            taken.forEach(
                    times -> print(ascending(times.stream().filter(time -> time.kind().equals(kind)).toList())));
            System.out.println();
        });
    }

    private record Taken(String path, double milliseconds) {

        /** What is asked, whatever its values are. */
        String kind() {
            return path.replaceAll("=[^&]*", "");
        }
    }

    private static void print(double[] times) {
        System.out.printf(Locale.ROOT, "%8.0f /%7.0f", at(times, 0.5), at(times, 0.99));
    }

    private static void fill(String name, ServerProcess server, int rows) throws Exception {
        int runs = rows / ROWS_OF_A_RUN;
        long stored = server.json("overview").path("points").asLong();
        for (long upTo = stored - stored % TOLD + TOLD; stored < rows; upTo += TOLD) {
            long began = System.nanoTime();
            long before = stored;
            int last = (int) Math.min(runs, upTo / ROWS_OF_A_RUN);
            for (int first = (int) (before / ROWS_OF_A_RUN); first < last; first += RUNS_OF_AN_UPLOAD) {
                upload(server, first, Math.min(RUNS_OF_AN_UPLOAD, runs - first));
            }
            double taken = (System.nanoTime() - began) / 1e9;
            stored = server.json("overview").path("points").asLong();
            System.out.printf(Locale.ROOT, "%s: %d rows in %.0f s, %.0f rows/s one upload after the other%n", name,
                    stored - before, taken, (stored - before) / taken);
        }
        System.out.printf(Locale.ROOT, "%s: %d rows of %d runs%n", name, stored, stored / ROWS_OF_A_RUN);
    }

    /**
     * Clients ask one after the other's answer for so long.
     *
     * @param paths what a client asks next
     */
    private static List<Taken> times(IntFunction<String> paths, ServerProcess server, int clients, int seconds)
            throws Exception {
        milliseconds(server.request("/api/v1/" + paths.apply(0)).GET().build());
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        var all = new ArrayList<Taken>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var asked = new ArrayList<Callable<List<Taken>>>();
            for (int client = 0; client < clients; client++) {
                int number = client;
                asked.add(() -> {
                    var times = new ArrayList<Taken>();
                    do {
                        var path = paths.apply(number);
                        times.add(
                                new Taken(path, milliseconds(server.request("/api/v1/" + path).GET().build())));
                    } while (System.nanoTime() < end);
                    return times;
                });
            }
            for (var times : threads.invokeAll(asked)) {
                all.addAll(times.get());
            }
        }
        return all;
    }

    private static double[] ascending(List<Taken> times) {
        return times.stream().mapToDouble(Taken::milliseconds).sorted().toArray();
    }

    private static double at(double[] ascending, double share) {
        return ascending.length == 0
                ? Double.NaN
                : ascending[(int) Math.min(ascending.length - 1, Math.ceil(share * ascending.length))];
    }

    /** What the database takes for the same answers by itself, read from the measurements: no roll-up, one client. */
    private static void plainSql(EmbeddedPostgres database) throws Exception {
        System.out.println("  the same from the measurements themselves, median of 5, ms by JDBC and by psql");
        for (var sql : List.of("select library, count(*) from measurement m join series s on s.id = m.series_id"
                + " group by library",
                "select message_bytes, percentile_cont(0.5) within group (order by busbw_gbps) from measurement m"
                        + " join series s on s.id = m.series_id where operation = 'all_reduce' and ranks = 16"
                        + " and placement = 'out_of_place' and gpu = 'NVIDIA H100' group by message_bytes",
                "select * from run order by stored_at desc, upload_id, section limit 50")) {
            System.out.printf(Locale.ROOT, "  %8.0f%8s  %s%n", byJdbc(sql, database), byPsql(sql, database), sql);
        }
    }

    private static double byJdbc(String sql, EmbeddedPostgres database) throws SQLException {
        try (var connection = database.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            var times = new double[5];
            for (int i = 0; i < times.length; i++) {
                long began = System.nanoTime();
                try (var rows = statement.executeQuery(sql)) {
                    while (rows.next()) {
                        rows.getObject(1);
                    }
                }
                times[i] = (System.nanoTime() - began) / 1e6;
            }
            Arrays.sort(times);
            return times[2];
        }
    }

    /** As psql tells it with timing on; a dash where there is no psql. */
    private static String byPsql(String sql, EmbeddedPostgres database) throws InterruptedException {
        var command = new ArrayList<>(List.of("psql", "-X", "-q", "-h", "localhost", "-p",
                String.valueOf(database.getPort()), "-U", "postgres", "-o", "/dev/null", "-c", "\\timing on"));
        for (int i = 0; i < 5; i++) {
            command.addAll(List.of("-c", sql));
        }
        try {
            var psql = new ProcessBuilder(command).redirectErrorStream(true).start();
            var times = new String(psql.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines()
                    .filter(line -> line.startsWith("Time: "))
                    .mapToDouble(line -> Double.parseDouble(line.split(" ")[1])).sorted().toArray();
            return psql.waitFor() == 0 ? String.format(Locale.ROOT, "%.0f", times[2]) : "failed";
        } catch (IOException none) {
            return "-";
        }
    }

    /** After all those readers the server still says what the measurements themselves say. */
    private static void compare(EmbeddedPostgres database, JsonNode overview) throws Exception {
        try (var connection = database.getPostgresDatabase().getConnection();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("select count(*), count(distinct run_id) from measurement")) {
            rows.next();
            if (rows.getLong(1) != overview.path("points").asLong()
                    || rows.getLong(2) != overview.path("runs").asLong()) {
                throw new IOException("the overview says " + overview.path("points") + " of " + overview.path("runs")
                        + " runs, the table has " + rows.getLong(1) + " of " + rows.getLong(2));
            }
            System.out.println("  the overview has as many measurements and runs as their table");
        }
    }

    private static double milliseconds(HttpRequest request) throws IOException, InterruptedException {
        long began = System.nanoTime();
        int status = HTTP.send(request, BodyHandlers.discarding()).statusCode();
        REFUSED.addAndGet(status == 400 || status == 503 ? 1 : 0);
        if (status != 200 && status != 400 && status != 503) {
            throw new IOException(request.uri() + " answered " + status);
        }
        return (System.nanoTime() - began) / 1e6;
    }

    private static void upload(ServerProcess server, int first, int count) throws IOException, InterruptedException {
        var answer = ServerProcess
                .json(server.send(server.request("/api/v1/uploads?wait=60&filename=night-" + first + ".csv")
                        .POST(BodyPublishers.ofString(csv(first, count)))));
        if (!answer.path("state").asString().equals("ready")) {
            throw new IOException("upload is " + answer.path("state").asString());
        }
    }

    /** Runs of a nightly fleet of several clusters: each an operation on some nodes, all sizes, out-of-place and in-place. */
    private static String csv(int first, int count) {
        var csv = new StringBuilder(String.join(",", Column.headers())).append('\n');
        for (int run = first; run < first + count; run++) {
            var random = new Random(run);
            var operation = OPERATIONS.get(run % OPERATIONS.size());
            int nodes = NODES[run / OPERATIONS.size() % NODES.length];
            var cluster = CLUSTERS.get(run / (OPERATIONS.size() * NODES.length) % CLUSTERS.size());
            double noise = 1 + 0.02 * random.nextGaussian();
            for (int size = 0; size < SIZES; size++) {
                long bytes = 8L << size;
                double time = noise * (20 + nodes + bytes / 2e5);
                for (var placement : List.of("out_of_place", "in_place")) {
                    csv.append(String.format(Locale.ROOT,
                            "run-%d.log,%d,nccl-tests,2.17.1,nccl,2.%d.3,%s,,%s,%d,%d,,%d,float,sum,,%s,20,%.2f,,,,,%.2f,%.2f,0,,,,,,%n",
                            run, run - first + 1, 27 + run / 5000, operation, cluster, nodes, 8 * nodes, bytes,
                            placement, time, bytes / (time * 1e3), 1.75 * bytes / (time * 1e3)));
                }
            }
        }
        return csv.toString();
    }
}
