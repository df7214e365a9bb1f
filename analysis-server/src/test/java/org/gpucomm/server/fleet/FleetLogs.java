package org.gpucomm.server.fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.gpucomm.results.format.canonical.Column;

/**
 * Logs of nccl-tests, OSU and gpucomm in the form in which these print them, from three clusters. Their numbers follow a law with
 * a start-up time and a bandwidth each, so that no two runs say the same and each value tells whose it is.
 */
public final class FleetLogs {

    private static final String OPERATION = "all_reduce";

    private FleetLogs() {}

    /** A file to upload. */
    public record Log(String filename, String text) {}

    /** Two nodes of four GH200, once over TCP: 5.4 GB/s. The log says nothing of the network. */
    public static Log gh200OverTcp() {
        return new Log("gh200-tcp.log",
                ncclTests(new Cluster("nid00", 5471, 4, "NVIDIA GH200 120GB"), 2, "", 50, 5.43));
    }

    /** The same two nodes over their fabric: 122.6 GB/s. The log says nothing of the network either. */
    public static Log gh200OverFabric() {
        return new Log("gh200-fabric.log",
                ncclTests(new Cluster("nid00", 5471, 4, "NVIDIA GH200 120GB"), 2, "", 17, 122.57));
    }

    /** The same log of a run whose ranks lie on its nodes by turns: rank 1 is on the second node, rank 2 on the first again. */
    public static Log byTurns(Log log, int nodes) {
        var lines = log.text().lines().toList();
        var hosts = lines.stream().filter(line -> line.startsWith("#  Rank")).map(line -> line.strip().split("\\s+")[8])
                .distinct().toList();
        int rank = 0;
        var text = new StringBuilder();
        for (var line : lines) {
            var words = line.strip().split("\\s+");
            text.append(line.startsWith("#  Rank")
                    ? line.replace(" " + words[8] + " ", " " + hosts.get(rank++ % nodes) + " ")
                    : line).append('\n');
        }
        return new Log("by-turns-" + log.filename(), text.toString());
    }

    /** Everything: the two of GH200, three clusters, three tools, and two versions of NCCL on the same numbers of GPUs. */
    public static List<Log> all() {
        var logs = new ArrayList<>(List.of(gh200OverTcp(), gh200OverFabric()));
        var gh200 = new Cluster("jwb0", 100, 4, "NVIDIA GH200 120GB");
        var h100 = new Cluster("ip-10-0-", 20, 8, "NVIDIA H100 80GB HBM3");
        for (int nodes : new int[]{2, 4, 8}) {
            logs.add(new Log("jupiter-" + nodes + ".log", ncclTests(gh200, nodes, "", 20 + nodes, 90 - 2.1 * nodes)));
            logs.add(new Log("h100-nccl-2.27-" + nodes + ".log",
                    ncclTests(h100, nodes, version("2.27.5", h100), 30 + nodes, 360 - 11.3 * nodes)));
            logs.add(new Log("h100-nccl-2.28-" + nodes + ".log",
                    ncclTests(h100, nodes, version("2.28.3", h100), 29 + nodes, 383 - 11.7 * nodes)));
        }
        logs.add(new Log("osu-allreduce-16.log", osu(16, 24.7, 31.9)));
        logs.add(new Log("gpucomm-h100-16.csv", gpucomm(h100, 2, 33.3, 341.7)));
        return logs;
    }

    /** Hosts with numbered names. */
    private record Cluster(String host, int first, int gpusOfANode, String gpu) {

        String name(int node) {
            return host + (first + 16 * node);
        }
    }

    private static String version(String version, Cluster cluster) {
        return cluster.name(0) + ":4711:4711 [0] NCCL INFO NCCL version " + version + "+cuda12.9\n" + cluster.name(0)
                + ":4711:4711 [0] NCCL INFO Using network AWS Libfabric\n";
    }

    private static String ncclTests(Cluster cluster, int nodes, String before, double startup, double busbw) {
        int ranks = nodes * cluster.gpusOfANode();
        var log = new StringBuilder("""
                # Collective test starting: all_reduce_perf
                # nThread 1 nGpus 1 minBytes 1024 maxBytes 134217728 step: 2(factor) warmup iters: 1 iters: 20 agg iters: 1 validation: 1 graph: 0
                #
                # Using devices
                """);
        for (int rank = 0; rank < ranks; rank++) {
            log.append(String.format(Locale.ROOT, "#  Rank %2d Group  0 Pid %6d on %10s device %2d [0009:01:00] %s%n",
                    rank,
                    202829 + rank, cluster.name(rank / cluster.gpusOfANode()), rank % cluster.gpusOfANode(),
                    cluster.gpu()));
        }
        log.append(before).append("""
                #
                #                                                              out-of-place                       in-place          \s
                #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                #        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)      \s
                """);
        double factor = 2.0 * (ranks - 1) / ranks;
        for (long bytes = 1024; bytes <= 128 << 20; bytes *= 2) {
            double time = startup + bytes * factor / (busbw * 1e3);
            log.append(String.format(Locale.ROOT, "%12d %13d     float     sum      -1 %s %s%n", bytes, bytes / 4,
                    block(bytes, time, factor), block(bytes, 0.99 * time, factor)));
        }
        return log.append("""
                # Out of bounds values : 0 OK
                # Avg bus bandwidth    : 19.7866\s
                #
                # Collective test concluded: all_reduce_perf
                """).toString().replace("Avg bus bandwidth    : 19.7866",
                "Avg bus bandwidth    : " + average(log.toString()));
    }

    private static String block(long bytes, double time, double factor) {
        double printed = Double.parseDouble(String.format(Locale.ROOT, time < 1000 ? "%.2f" : "%.1f", time));
        double algbw = bytes / (time * 1e3);
        return String.format(Locale.ROOT, "%8s %7.2f %7.2f %6d", String.valueOf(printed), algbw, algbw * factor, 0);
    }

    /** Of the rows of one table, as nccl-tests takes it. */
    private static String average(String table) {
        double mean = table.lines().filter(line -> line.matches("\\s+\\d+ .*")).map(line -> line.strip().split("\\s+"))
                .mapToDouble(words -> (Double.parseDouble(words[7]) + Double.parseDouble(words[11])) / 2).average()
                .orElseThrow();
        return String.format(Locale.ROOT, "%.4f", mean);
    }

    private static String osu(int ranks, double startup, double bandwidth) {
        var log = new StringBuilder("mpirun -np " + ranks + " -N 8 ./osu_allreduce -d cuda -m 1024:134217728\n\n"
                + "# OSU MPI-CUDA Allreduce Latency Test v7.5\n# Datatype: MPI_CHAR.\n# Size       Avg Latency(us)\n");
        for (long bytes = 1024; bytes <= 128 << 20; bytes *= 2) {
            log.append(String.format(Locale.ROOT, "%-12d %13.2f%n", bytes, startup + bytes / (bandwidth * 1e3)));
        }
        return log.toString();
    }

    private static String gpucomm(Cluster cluster, int nodes, double startup, double busbw) {
        return String.join(",", Column.headers()) + "\n" + section(1, "", cluster, nodes, startup, busbw);
    }

    /**
     * The runs of some nights by gpucomm on H100 as one file, each a section; night n is a little slower than the one before.
     *
     * @param nodes of 8 GPUs
     */
    public static Log nights(int nodes, int... nights) {
        var h100 = new Cluster("ip-10-0-", 20, 8, "NVIDIA H100 80GB HBM3");
        var csv = new StringBuilder(String.join(",", Column.headers())).append('\n');
        for (int i = 0; i < nights.length; i++) {
            csv.append(section(i + 1, String.format(Locale.ROOT, "2025-11-%02dT02:00:00Z", nights[i]), h100, nodes,
                    30 + nodes + 0.1 * nights[i], 371.3 - 11.9 * nodes - 0.7 * nights[i]));
        }
        return new Log("nights-" + nodes + "-" + nights[0] + ".csv", csv.toString());
    }

    private static String section(int section, String startedAt, Cluster cluster, int nodes, double startup,
            double busbw) {
        int ranks = nodes * cluster.gpusOfANode();
        var csv = new StringBuilder();
        double factor = 2.0 * (ranks - 1) / ranks;
        for (long bytes = 1024; bytes <= 128 << 20; bytes *= 2) {
            double time = startup + bytes * factor / (busbw * 1e3);
            double algbw = bytes / (time * 1e3);
            csv.append(String.format(Locale.ROOT,
                    "bench.log,%d,gpucomm,1,nccl,2.28.3,%s,,,%s,%d,%d,,%d,float,sum,,out_of_place,20,%.2f,,,,,%.2f,%.2f,0,,%s,,,,%n",
                    section, OPERATION, cluster.gpu(), nodes, ranks, bytes, time, algbw, algbw * factor,
                    startedAt));
        }
        return csv.toString();
    }
}
