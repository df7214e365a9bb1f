package org.gpucomm.server;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

import org.gpucomm.results.format.canonical.Column;

/**
 * This class does once what users do first: converts and explains a log, draws figures, starts a server and asks for its
 * pages. The build runs it to make the JDK's AOT cache, which then knows what a start needs.
 */
final class Rehearsal {

    private static final String LOG = """
            # nccl-tests version 2.17.6 nccl-headers=22907 nccl-library=22907
            # Collective test starting: all_reduce_perf
            # nThread 1 nGpus 2 minBytes 8 maxBytes 8 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0
            #  Rank  0 Group  0 Pid   4000 on     node-0 device  0 [0000:1b:00] NVIDIA H200
            #  Rank  1 Group  0 Pid   4000 on     node-0 device  1 [0000:1c:00] NVIDIA H200
            #                                                              out-of-place                       in-place
            #       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong
            #        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)
                       8             2     float     sum      -1    10.00    0.00    0.00       0    10.00    0.00    0.00       0
            # Out of bounds values : 0 OK
            # Avg bus bandwidth    : 0
            #
            """;
    private static final String DEBUG = """
            [1,8]<stdout>:node-1:40008:41008 [0] NCCL INFO NET/OFI Selected provider is efa, fabric is efa (found 32 nics)
            [1,8]<stdout>:node-1:40008:41008 [0] NCCL INFO comm 0x550000000000 rank 8 nRanks 16 nNodes 2 localRanks 8 localRank 0 MNNVL 0
            [1,8]<stdout>:node-1:40008:41008 [0] NCCL INFO Channel 00/0 : 8[0] -> 9[1] via P2P/CUMEM/read
            [1,0]<stdout>:node-0:40000:41000 [0] NCCL INFO Channel 00/0 : 8[0] -> 0[0] [receive] via NET/AWS Libfabric/0/GDRDMA
            [1,0]<stdout>:node-0:40000:41000 [0] NCCL INFO Trees [0] 1/8/-1->0->-1
            """;

    private static final List<String> PAGES = List.of("", "api/v1/overview", "api/v1/runs?size=50", "api/v1/facets",
            "api/v1/facets?operation=all_reduce&placement=out_of_place", "api/v1/findings", "api/v1/uploads",
            "api/v1/series?x=size&metric=busbw&operation=all_reduce",
            "api/v1/series?x=gpus&metric=busbw&operation=all_reduce&bytes=1024",
            "api/v1/scaling?operation=all_reduce&placement=out_of_place&forecast=true",
            "api/v1/histories?page=0&size=50");
    private static final int RUNS = 200;
    private static final int SIZES = 12;
    private static final Duration LONGEST_START = Duration.ofMinutes(2);

    private Rehearsal() {}

    /** @param args a folder for what is written, which is new */
    public static void main(String[] args) throws Exception {
        var folder = Files.createDirectories(Path.of(args[0]));
        convert(folder);
        others(folder);
        System.exit(0);
    }

    /** Each kind of file once: with more, the cache has profiles of a run that was short, and long ones compile worse. */
    private static void convert(Path folder) throws IOException {
        var log = Files.writeString(folder.resolve("one.log"), LOG).toString();
        var rows = folder.resolve("rows.csv").toString();
        Main.execute("convert", log, "-o", rows);
        Main.execute("convert", rows, "-o", folder.resolve("same.csv").toString());
        var debug = Files.writeString(folder.resolve("debug.log"), DEBUG + tagged(LOG));
        Main.execute("convert", debug.toString(), "-o", folder.resolve("debug.csv").toString());
    }

    private static void others(Path folder) throws Exception {
        var log = Files.writeString(folder.resolve("all_reduce.log"), LOG.repeat(500));
        Main.execute("explain", log.toString());
        Main.execute("figures", "--style", "study", "--out", folder.toString());
        int port = freePort();
        Thread.ofPlatform().daemon().start(() -> Main.execute("serve", "--port", Integer.toString(port), "--data-dir",
                folder.resolve("data").toString()));
        visit(URI.create("http://127.0.0.1:" + port + "/"), log);
    }

    /** As rank 0 prints it under {@code mpirun --tag-output}. */
    private static String tagged(String log) {
        return log.replaceAll("(?m)^(?=.)", "[1,0]<stdout>:");
    }

    private static void visit(URI server, Path log) throws Exception {
        try (var client = HttpClient.newHttpClient()) {
            waitFor(client, server);
            upload(client, server, "all_reduce.log", BodyPublishers.ofFile(log));
            upload(client, server, "nights.csv", BodyPublishers.ofString(nights()));
            for (var page : PAGES) {
                client.send(HttpRequest.newBuilder(server.resolve(page)).build(), BodyHandlers.discarding());
            }
        }
    }

    private static void upload(HttpClient client, URI server, String name, BodyPublisher content)
            throws Exception {
        client.send(HttpRequest.newBuilder(server.resolve("api/v1/uploads?wait=60&filename=" + name)).POST(content)
                .build(), BodyHandlers.discarding());
    }

    /** As a fleet measures: the same on 1 to 8 nodes, again and again. */
    private static String nights() {
        var csv = new StringBuilder(String.join(",", Column.headers())).append('\n');
        for (int run = 0; run < RUNS; run++) {
            int nodes = 1 << run % 4;
            for (int row = 0; row < 2 * SIZES; row++) {
                long bytes = 1024L << row / 2;
                double time = (20 + nodes + bytes / 2e4) * (1 + run * 7 % 10 / 500.0);
                csv.append(String.format(Locale.ROOT,
                        "run-%d.log,%d,nccl-tests,2.17.1,nccl,2.27.3,all_reduce,,p5.48xlarge,NVIDIA H100,%d,%d,,%d,float,sum,,%s,20,%.2f,,,,,%.2f,%.2f,0,,,,,,%n",
                        run, run + 1, nodes, 8 * nodes, bytes, row % 2 == 0 ? "out_of_place" : "in_place", time,
                        bytes / (time * 1e3), 1.75 * bytes / (time * 1e3)));
            }
        }
        return csv.toString();
    }

    private static void waitFor(HttpClient client, URI server) throws Exception {
        long end = System.nanoTime() + LONGEST_START.toNanos();
        while (System.nanoTime() < end) {
            try {
                client.send(HttpRequest.newBuilder(server).build(), BodyHandlers.discarding());
                return;
            } catch (IOException notYet) {
                Thread.sleep(100);
            }
        }
        throw new IOException("the server did not answer within " + LONGEST_START);
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
