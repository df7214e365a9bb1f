package org.gpucomm.server;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Does once what users do first: converts and explains a log, draws figures, starts a server and asks for its pages. The build
 * runs it to make the JDK's AOT caches, which then know what a start needs: one of convert, one of all. Java loads every class
 * of a cache at once, so that a command takes long to start with the cache of the server.
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

    private static final List<String> PAGES = List.of("", "api/v1/overview", "api/v1/runs", "api/v1/facets",
            "api/v1/series?operation=all_reduce", "api/v1/findings", "api/v1/uploads");
    private static final Duration LONGEST_START = Duration.ofMinutes(2);

    private Rehearsal() {}

    /**
     * @param args a folder for what is written, which is new; behind it {@code convert} for a rehearsal of that command alone,
     *             whose cache has no more than it needs
     */
    public static void main(String[] args) throws Exception {
        var folder = Files.createDirectories(Path.of(args[0]));
        convert(folder);
        if (args.length == 1) {
            others(folder);
        }
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
            client.send(HttpRequest.newBuilder(server.resolve("api/v1/uploads?filename=all_reduce.log"))
                    .POST(BodyPublishers.ofFile(log)).build(), BodyHandlers.discarding());
            for (var page : PAGES) {
                client.send(HttpRequest.newBuilder(server.resolve(page)).build(), BodyHandlers.discarding());
            }
        }
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
