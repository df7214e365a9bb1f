package org.gpucomm.server.serve;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

import org.gpucomm.results.format.canonical.Column;
import org.springframework.util.FileSystemUtils;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * How long the main queries take when there are many rows and many who ask: what benchmarks/scale.sh runs and says how.
 * Arguments: rows, seconds, database (h2 or postgresql), and a folder in which the data stays: what is there already is not made again.
 */
final class ScaleRate {

    private static final int SIZES = 40;
    private static final int ROWS_OF_A_RUN = 2 * SIZES;
    private static final int RUNS_OF_AN_UPLOAD = 200;
    private static final int[] CLIENTS = {1, 10, 50};
    private static final List<String> OPERATIONS = List.of("all_reduce", "all_gather", "reduce_scatter", "alltoall",
            "broadcast");
    private static final List<String> CLUSTERS = List.of("p5.48xlarge,NVIDIA H100", "p5en.48xlarge,NVIDIA H200",
            "p6-b200.48xlarge,NVIDIA B200");
    private static final int[] NODES = {1, 2, 4, 8};
    /** As the pages ask when they are opened: Overview, Runs, Uploads, Explore, History, and a search. */
    static final List<String> ASKED = List.of("overview", "runs?size=50", "runs?size=50&page=20",
            "uploads?size=50", "facets", "facets?operation=all_reduce&placement=out_of_place",
            "series?x=size&metric=busbw&operation=all_reduce&ranks=16&placement=out_of_place&gpu=NVIDIA%20H100",
            "histories?page=0&size=25", "runs?size=50&q=H200%20all_reduce",
            "scaling?operation=all_reduce&placement=out_of_place&gpu=NVIDIA%20H100");

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
            try (var database = EmbeddedPostgres.builder().setDataDirectory(folder.resolve("postgresql"))
                    .setCleanDataDirectory(false).setServerConfig("max_connections", "100").start();
                    var server = ServerProcess.start(folder.resolve("data"), "--no-bundled", "--db-url",
                            database.getJdbcUrl("postgres", "postgres"))) {
                measure("PostgreSQL", server, rows, seconds);
                plainSql(database);
            }
        }
        if (arguments.length <= 3) {
            FileSystemUtils.deleteRecursively(folder);
        }
    }

    private static void measure(String name, ServerProcess server, int rows, int seconds) throws Exception {
        fill(name, server, rows);
        System.out.printf(Locale.ROOT, "  %-98s", "p50 / p99 ms by clients");
        Arrays.stream(CLIENTS).forEach(clients -> System.out.printf(Locale.ROOT, "%17d", clients));
        System.out.println("    kB");
        for (var path : ASKED) {
            System.out.printf(Locale.ROOT, "  %-98s", path);
            for (int clients : CLIENTS) {
                var times = times(server, path, clients, seconds);
                System.out.printf(Locale.ROOT, "%8.0f /%7.0f", at(times, 0.5), at(times, 0.99));
            }
            System.out.printf(Locale.ROOT, "%6d%n", server.get("/api/v1/" + path).body().length() / 1000);
        }
    }

    private static void fill(String name, ServerProcess server, int rows) throws Exception {
        long began = System.nanoTime();
        int runs = rows / ROWS_OF_A_RUN;
        long before = server.json("overview").path("points").asLong();
        for (int first = (int) (before / ROWS_OF_A_RUN); first < runs; first += RUNS_OF_AN_UPLOAD) {
            upload(server, first, Math.min(RUNS_OF_AN_UPLOAD, runs - first));
        }
        double taken = (System.nanoTime() - began) / 1e9;
        long stored = server.json("overview").path("points").asLong();
        System.out.printf(Locale.ROOT, "%s: %d rows of %d runs", name, stored, runs);
        if (stored > before) {
            System.out.printf(Locale.ROOT, ", %d of them in %.0f s, %.0f rows/s one upload after the other",
                    stored - before, taken, (stored - before) / taken);
        }
        System.out.println();
    }

    /** Clients ask one after the other's answer for so long. @return milliseconds of each answer, ascending */
    private static double[] times(ServerProcess server, String path, int clients, int seconds) throws Exception {
        milliseconds(server, path);
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        var all = new ArrayList<Double>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var asked = new ArrayList<Callable<List<Double>>>();
            for (int client = 0; client < clients; client++) {
                asked.add(() -> {
                    var times = new ArrayList<Double>();
                    do {
                        times.add(milliseconds(server, path));
                    } while (System.nanoTime() < end);
                    return times;
                });
            }
            for (var times : threads.invokeAll(asked)) {
                all.addAll(times.get());
            }
        }
        return all.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }

    private static double at(double[] ascending, double share) {
        return ascending[(int) Math.min(ascending.length - 1, Math.ceil(share * ascending.length))];
    }

    /** What the database takes for the same answers by itself, read from the measurements: no roll-up, one client. */
    private static void plainSql(EmbeddedPostgres database) throws Exception {
        System.out.println("  the same from the measurements themselves, median of 5 by JDBC, ms");
        try (var connection = database.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            for (var sql : List.of("select library, count(*) from measurement m join series s on s.id = m.series_id"
                    + " group by library",
                    "select message_bytes, percentile_cont(0.5) within group (order by busbw_gbps) from measurement m"
                            + " join series s on s.id = m.series_id where operation = 'all_reduce' and ranks = 16"
                            + " and placement = 'out_of_place' and gpu = 'NVIDIA H100' group by message_bytes",
                    "select * from run order by stored_at desc, upload_id, section limit 50")) {
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
                System.out.printf(Locale.ROOT, "  %8.0f  %s%n", times[2], sql);
            }
        }
    }

    private static double milliseconds(ServerProcess server, String path) throws IOException, InterruptedException {
        long began = System.nanoTime();
        var answer = server.get("/api/v1/" + path);
        if (answer.statusCode() != 200) {
            throw new IOException(path + " answered " + answer.statusCode() + ": " + answer.body());
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
