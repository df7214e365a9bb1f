package org.gpucomm.server.serve;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;

import org.gpucomm.server.database.EmbeddedDatabase;
import org.gpucomm.results.format.canonical.Column;
import org.springframework.util.FileSystemUtils;

/**
 * How long the pages that draw curves wait for their data when there are many runs: what benchmarks/series.sh runs and says how.
 * Arguments: runs, rounds.
 */
final class SeriesRate {

    private static final List<String> OPERATIONS = List.of("all_reduce", "all_gather", "reduce_scatter", "alltoall",
            "broadcast");
    private static final int[] NODES = {1, 2, 4, 8};
    /** As the pages ask: those of Scaling and History when they are opened, those of Explore with an operation chosen. */
    private static final List<String> ASKED = List.of("scaling?operation=all_reduce&placement=out_of_place",
            "histories?page=0&size=25", "histories?page=0&size=50",
            "series?x=size&metric=busbw&operation=all_reduce&aggregate=none",
            "series?x=size&metric=busbw&operation=all_reduce&ranks=16&aggregate=none",
            "series?x=size&metric=busbw&operation=all_reduce&combine=repetitions&placement=out_of_place",
            "series?x=gpus&metric=busbw&operation=all_reduce&placement=out_of_place&bytes=1048576&aggregate=none",
            "scaling?operation=all_reduce&placement=out_of_place&forecast=true",
            "facets?operation=all_reduce&placement=out_of_place", "facets", "overview", "facets?until=40",
            "overview?until=40", "series?x=size&metric=busbw&operation=all_reduce&until=40", "runs?size=50",
            "runs?size=50&until=40");
    /** What each page asks for, in its order, when it is the first that anybody opens after a start. */
    private static final List<List<String>> PAGES = List.of(
            List.of("facets", "scaling?operation=all_reduce&placement=out_of_place"),
            List.of("histories?page=0&size=50"),
            List.of("facets", "series?x=size&metric=busbw&operation=all_reduce"),
            List.of("series?x=size&metric=busbw&operation=all_reduce&ranks=16&placement=out_of_place"),
            List.of("overview"), List.of("runs?size=50"));

    /** As long as a browser takes to start, which the server has for its warm-up. */
    private static final Duration PAUSE = Duration.ofSeconds(2);
    private static final int RUNS_OF_AN_UPLOAD = 100;
    private static final int SIZES = 35;

    private SeriesRate() {}

    public static void main(String[] arguments) throws Exception {
        int runs = Integer.parseInt(arguments[0]);
        int rounds = Integer.parseInt(arguments[1]);
        var folder = Files.createTempDirectory("gpucomm-series");
        System.out.printf(Locale.ROOT,
                "Each asked once (first), once uncounted, then %d times; ms of a clock, and of a "
                        + "processor%n",
                rounds);
        measure("H2", () -> ServerProcess.start(folder.resolve("h2")), runs, rounds);
        try (var database = EmbeddedDatabase.start()) {
            var url = database.getJdbcUrl("postgres", "postgres");
            measure("PostgreSQL", () -> ServerProcess.start(folder.resolve("postgresql"), "--db-url", url), runs,
                    rounds);
        }
        FileSystemUtils.deleteRecursively(folder);
    }

    private static void measure(String database, Callable<ServerProcess> starts, int runs, int rounds)
            throws Exception {
        try (var server = starts.call()) {
            measure(database, server, runs, rounds);
        }
        System.out.printf(
                "%s: what a page asks for first of a server that has just started: at once, and %d s later; ms%n",
                database, PAUSE.toSeconds());
        for (var page : PAGES) {
            var atOnce = first(starts, page, Duration.ZERO);
            var later = first(starts, page, PAUSE);
            for (int i = 0; i < page.size(); i++) {
                System.out.printf(Locale.ROOT, "  %-78s %8.0f %8.0f%n", page.get(i), atOnce[i], later[i]);
            }
        }
    }

    private static double[] first(Callable<ServerProcess> starts, List<String> page, Duration pause) throws Exception {
        try (var server = starts.call()) {
            Thread.sleep(pause);
            var times = new double[page.size()];
            for (int i = 0; i < times.length; i++) {
                times[i] = milliseconds(server, page.get(i));
            }
            return times;
        }
    }

    /** Uploads this number of runs, a hundred a file. */
    static void fill(ServerProcess server, int runs) throws Exception {
        server.awaitImports();
        for (int first = 0; first < runs; first += RUNS_OF_AN_UPLOAD) {
            var answer = ServerProcess.json(server.send(server
                    .request("/api/v1/uploads?wait=60&filename=night-" + first / RUNS_OF_AN_UPLOAD + ".csv")
                    .POST(BodyPublishers.ofString(csv(first, Math.min(runs - first, RUNS_OF_AN_UPLOAD))))));
            if (!answer.path("state").asString().equals("ready")) {
                throw new IOException("upload is " + answer.path("state").asString());
            }
        }
    }

    private static void measure(String database, ServerProcess server, int runs, int rounds) throws Exception {
        fill(server, runs);
        var overview = server.json("overview");
        System.out.printf(Locale.ROOT, "%s: %d runs, %d measurements%n", database, overview.path("runs").asInt(),
                overview.path("points").asInt());
        System.out.printf(Locale.ROOT, "  %-78s %8s %8s %8s %9s %7s%n", "", "first ms", "median", "worst", "processor",
                "kB");
        for (var path : ASKED) {
            time(server, path, rounds);
        }
    }

    private static void time(ServerProcess server, String path, int rounds) throws Exception {
        var times = new double[rounds];
        double first = milliseconds(server, path);
        milliseconds(server, path);
        var before = processor(server);
        for (int round = 0; round < rounds; round++) {
            times[round] = milliseconds(server, path);
        }
        double processor = processor(server).minus(before).toMillis() / (double) rounds;
        Arrays.sort(times);
        System.out.printf(Locale.ROOT, "  %-78s %8.0f %8.0f %8.0f %9.0f %7d%n", path, first, times[rounds / 2],
                times[rounds - 1], processor, server.get("/api/v1/" + path).body().length() / 1000);
    }

    private static double milliseconds(ServerProcess server, String path) throws Exception {
        long began = System.nanoTime();
        var answer = server.get("/api/v1/" + path);
        if (answer.statusCode() != 200) {
            throw new IOException(path + " answered " + answer.statusCode() + ": " + answer.body());
        }
        return (System.nanoTime() - began) / 1e6;
    }

    /** Of the server, whatever else the machine does. */
    private static Duration processor(ServerProcess server) {
        return server.process().info().totalCpuDuration().orElseThrow();
    }

    /** Runs of a nightly fleet: each an operation on some nodes, all sizes, out-of-place and in-place. */
    private static String csv(int first, int count) {
        var csv = new StringBuilder(String.join(",", Column.headers())).append('\n');
        for (int run = first; run < first + count; run++) {
            var random = new Random(run);
            var operation = OPERATIONS.get(run % OPERATIONS.size());
            int nodes = NODES[run / OPERATIONS.size() % NODES.length];
            double noise = 1 + 0.02 * random.nextGaussian();
            for (int size = 0; size < SIZES; size++) {
                long bytes = 8L << size % 31;
                double time = noise * (20 + nodes + bytes / 2e5);
                for (var placement : List.of("out_of_place", "in_place")) {
                    csv.append(String.format(Locale.ROOT,
                            "run-%d.log,%d,nccl-tests,2.17.1,nccl,2.%d.3,%s,,p5.48xlarge,NVIDIA H100,%d,%d,,%d,float,sum,,%s,20,%.2f,,,,,%.2f,%.2f,0,,,,,,%n",
                            run, run - first + 1, 27 + run / 2500, operation, nodes, 8 * nodes, bytes, placement, time,
                            bytes / (time * 1e3), 1.75 * bytes / (time * 1e3)));
                }
            }
        }
        return csv.toString();
    }
}
