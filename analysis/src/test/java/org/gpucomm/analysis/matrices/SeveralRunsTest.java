package org.gpucomm.analysis.matrices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Pattern;

import org.gpucomm.analysis.matrices.HeatMatrix.Kind;
import org.gpucomm.analysis.matrices.HeatMatrix.MatrixCell;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Matrices that take several runs to fill, and those of ranks, each from a log as its tool writes it. */
class SeveralRunsTest {

    private static final Path CORPUS = Path.of("../../shared/corpus");
    private static final Path SAMPLES = Path.of("../docs/samples");
    private static final double EXACT = 1e-9;

    /** Nodes two at a time, each pair a run of its own: what Flux's loop printed, with the times of a node that is far. */
    @Test
    void osusPairsOfHostsAreOneHeatMapOverTheirRuns() throws Exception {
        var log = new StringBuilder("#!/bin/bash\nflux run -N 2 -n 2 --requires=\"hosts:${i},${j}\" osu_latency\n");
        for (var pair : List.of("osu-7 osu-11", "osu-7 osu-8", "osu-11 osu-8")) {
            double time = pair.contains("osu-11") ? 40.25 : 19.5;
            log.append("FLUX-RUN START osu-iter-").append(pair).append("\n# OSU MPI Latency Test v5.8\n")
                    .append("# Size          Latency (us)\n8                      ").append(time)
                    .append("\n4194304              ").append(time * 30).append("\nFLUX-RUN END osu-iter-").append(pair)
                    .append("\n");
        }
        var matrices = pairs(of(log.toString(), "osu_latency.out"));
        assertThat(matrices).extracting(HeatMatrix::title).containsExactly("Send, 8 B", "Send, 4 MiB");
        assertThat(matrices).extracting(HeatMatrix::group).containsOnly("Send");
        var small = matrices.getFirst();
        assertThat(small.rows()).containsExactly("osu-7", "osu-11");
        assertThat(small.columns()).containsExactly("osu-8", "osu-11");
        assertThat(small.runs()).hasSize(3);
        assertThat(at(small, "osu-7", "osu-8").y()).isEqualTo(19.5);
        assertThat(at(small, "osu-11", "osu-8").y()).isEqualTo(40.25);
        assertThat(cell(small, "osu-11", "osu-11")).isNull();
    }

    @Test
    void launchersThatNameTwoHostsNameThePair() throws Exception {
        for (var command : List.of("mpirun -np 2 -H gpu-3:1,gpu-9:1 ./osu_bw -d cuda",
                "srun -N2 -n2 -w gpu-3,gpu-9 osu_bw", "+ mpiexec -n 2 -hosts gpu-3,gpu-9 osu_bw D D")) {
            var log = command + "\n# OSU MPI-CUDA Bandwidth Test v7.3\n# Size      Bandwidth (MB/s)\n"
                    + "4194304     24000.00\n" + command.replace("gpu-3", "gpu-5")
                    + "\n# OSU MPI-CUDA Bandwidth Test v7.3\n# Size      Bandwidth (MB/s)\n4194304     12000.00\n";
            var matrix = pairs(of(log, "bw.log")).getFirst();
            assertThat(matrix.rows()).as(command).containsExactly("gpu-3", "gpu-5");
            assertThat(at(matrix, "gpu-3", "gpu-9").y()).as(command).isEqualTo(24);
            assertThat(at(matrix, "gpu-5", "gpu-9").y()).as(command).isEqualTo(12);
        }
        assertThat(pairs(of("srun -N4 -n32 -w gpu-[1-4] osu_allreduce\n# OSU MPI Allreduce Latency Test v7.3\n"
                + "# Size  Avg Latency(us)\n4  10.00\n", "x.log"))).as("no pair").isEmpty();
    }

    /** 28 pairs of eight nodes, recomputed from the text. */
    @Test
    void theCorpusPairsAreWhole() throws Exception {
        var file = CORPUS.resolve("osu/flux-gke-latency-28pairs.log");
        assumeTrue(Files.exists(file), "no collection of real logs beside the checkout");
        var matrices = pairs(read(file));
        assertThat(matrices).hasSize(24);
        var text = Files.readString(file);
        var largest = matrices.getLast();
        assertThat(largest.title()).isEqualTo("Send, 4 MiB");
        assertThat(largest.cells().stream().flatMap(List::stream).filter(Objects::nonNull)).hasSize(28);
        var started = Pattern.compile("(?s)FLUX-RUN START osu-iter-([^$\\s]+) (\\S+)\n.*?\n4194304 +(\\S+)\n")
                .matcher(text);
        int seen = 0;
        while (started.find()) {
            assertThat(at(largest, started.group(1), started.group(2)).y())
                    .isEqualTo(Double.parseDouble(started.group(3)));
            seen++;
        }
        assertThat(seen).isEqualTo(28);
    }

    /** Three rounds of a matrix on one host fill one; of another host they are another. */
    @Test
    void matricesOfSeveralRunsOfOneHostAreOneAndOthersStayApart() throws Exception {
        var all = new ArrayList<PlacedObservation>();
        for (var host : List.of("dgx-1", "dgx-1", "dgx-2")) {
            var text = Files.readString(SAMPLES.resolve("nvbandwidth/v0.8-two-gpus.log"));
            all.addAll(of(text.replaceAll("(?m)^Device (\\d): ", "Process $1 (" + host + "): device $1: "),
                    "n" + all.size() + ".log"));
        }
        var reads = pairs(all).stream().filter(matrix -> matrix.title().contains("device_to_device_memcpy_read_ce"))
                .toList();
        assertThat(reads).hasSize(2).extracting(HeatMatrix::title).anyMatch(title -> title.endsWith("dgx-1"))
                .anyMatch(title -> title.endsWith("dgx-2"));
        var twice = reads.stream().filter(matrix -> matrix.title().endsWith("dgx-1")).findFirst().orElseThrow();
        assertThat(at(twice, "0", "1").n()).isEqualTo(2);
        assertThat(twice.runs()).hasSize(2);
    }

    /** Two runs from unknown places do not fill one matrix. */
    @Test
    void runsOfUnknownPlacesStayApart() throws Exception {
        var text = "source,section,tool,operation,algbw_GBps,settings\nmine.csv,1,mine,memcpy,3,row=0;column=1\n"
                + "mine.csv,1,mine,memcpy,4,row=1;column=0\n";
        var all = new ArrayList<>(of(text, "one.csv"));
        all.addAll(of(text.replace(",4,", ",2,"), "two.csv"));
        assertThat(pairs(all)).hasSize(2).extracting(HeatMatrix::title).containsExactlyInAnyOrder("Memcpy, one.csv",
                "Memcpy, two.csv");
    }

    @Test
    void deepepsRanksAreOneMatrixOfTheirCalls() throws Exception {
        var file = CORPUS.resolve("deepep/low-latency-8gpu-balanced.log");
        assumeTrue(Files.exists(file), "no collection of real logs beside the checkout");
        var matrix = ranks(read(file)).getFirst();
        assertThat(matrix.kind()).isEqualTo(Kind.RANKS_TOGETHER);
        assertThat(matrix.rows()).containsExactly("0", "1", "2", "3", "4", "5", "6", "7");
        assertThat(matrix.columns()).hasSize(6).startsWith("all");
        var times = new HashMap<String, Double>();
        var line = Pattern.compile("\\[rank (\\d)\\] Dispatch bandwidth: \\S+ GB/s, avg_t=(\\S+) us");
        Files.readAllLines(file).forEach(text -> {
            var found = line.matcher(text);
            if (found.find()) {
                times.put(found.group(1), Double.valueOf(found.group(2)));
            }
        });
        var column = matrix.columns().stream()
                .filter(name -> name.startsWith("Dispatch") && name.endsWith("low-latency"))
                .findFirst().orElseThrow();
        assertRatios(matrix, column, times);
    }

    /** Each rank writes a file of its own; the host of a file is the node of its rank. */
    @Test
    void inspectorsRanksLieInFilesOfTheirOwnAndNodesAreTheirHosts() throws Exception {
        var random = new Random(7);
        var all = new ArrayList<PlacedObservation>();
        var times = new HashMap<String, List<Double>>();
        for (int rank : new int[]{5, 0, 3, 1, 4, 2}) {
            var host = "node-" + rank % 2;
            var lines = new StringBuilder();
            for (int call = 1; call <= 5; call++) {
                double time = 600 + random.nextInt(20) - (rank == 4 ? 150 : 0) + (call == 3 ? 900 : 0);
                times.computeIfAbsent(host + "/" + rank, added -> new ArrayList<>()).add(time);
                lines.append(inspected(rank, host, call, time));
            }
            all.addAll(of(lines.toString(), "inspector-" + rank + ".log"));
        }
        var matrix = ranks(all).getFirst();
        assertThat(matrix.rows()).as("blocked by node").containsExactly("node-0/0", "node-0/2", "node-0/4", "node-1/1",
                "node-1/3", "node-1/5");
        assertThat(matrix.runs()).hasSize(6);
        var medians = new HashMap<String, Double>();
        times.forEach((name, own) -> medians.put(name, own.stream().sorted().toList().get(2)));
        assertRatios(matrix, matrix.columns().getFirst(), medians);
        assertThat(at(matrix, "node-0/4", matrix.columns().getFirst()).y()).as("others wait for it").isLessThan(0.85);
    }

    @Test
    void inspectorsPointToPointCallsSayWhichLink() throws Exception {
        var lines = new StringBuilder();
        for (int rank = 0; rank < 3; rank++) {
            for (int peer = 0; peer < 3; peer++) {
                if (rank != peer) {
                    lines.append("{\"header\":{\"id\":\"0xa\",\"rank\":").append(rank)
                            .append(",\"n_ranks\":3,\"nnodes\":1},\"metadata\":{\"inspector_output_format_version\":")
                            .append("\"v4.3\",\"hostname\":\"n\"},\"p2p_perf\":{\"p2p\":\"Send\",\"p2p_sn\":1,")
                            .append("\"p2p_peer\":").append(peer)
                            .append(",\"p2p_msg_size_bytes\":8388608,\"p2p_exec_time_us\":40,\"p2p_algobw_gbs\":")
                            .append(rank == 2 && peer == 0 ? 20.5 : 209.7).append("}}\n");
                }
            }
        }
        var matrix = pairs(of(lines.toString(), "inspector.log")).getFirst();
        assertThat(at(matrix, "2", "0").y()).isEqualTo(20.5);
        assertThat(at(matrix, "0", "2").y()).isEqualTo(209.7);
        assertThat(matrix.scaleFrom()).isEqualTo(20.5);
    }

    @Test
    void inspectorsRanksOfOneFileLieOnTheHostsThatTheirLinesName() throws Exception {
        var file = SAMPLES.resolve("nccl-inspector-json/allreduce-4ranks.log");
        var matrix = ranks(read(file)).getFirst();
        assertThat(matrix.rows()).containsExactly("node-0/0", "node-0/1", "node-1/2", "node-1/3");
        var times = Pattern.compile("\"rank\":0,.*\"coll_exec_time_us\":([0-9.]+)").matcher(Files.readString(file))
                .results().map(found -> Double.valueOf(found.group(1))).sorted().toList();
        assertThat(at(matrix, "node-0/0", matrix.columns().getFirst()).time())
                .isBetween(times.getFirst(), times.getLast());
    }

    /** Two processes on two hosts; of more sizes where the corpus is beside the checkout. */
    @Test
    void ncclTestsProcessesAreBlockedByHost() throws Exception {
        var matrix = ranks(read(SAMPLES.resolve("nccl-tests-json/v3-per-iteration-pretty.json"))).getFirst();
        assertThat(matrix.rows()).containsExactly("n0/0", "n1/1");
        var several = CORPUS.resolve("nccl-tests-json/SYN-v3-per-iter-2.19.6.json");
        assumeTrue(Files.exists(several), "no collection of real logs beside the checkout");
        var sizes = ranks(read(several)).getFirst();
        assertThat(sizes.columns()).startsWith("all").hasSizeGreaterThan(3);
        for (int column = 1; column < sizes.columns().size(); column++) {
            int at = column;
            var ratios = sizes.cells().stream().map(row -> Objects.requireNonNull(row.get(at)).y()).sorted().toList();
            int half = ratios.size() / 2;
            double middle = ratios.size() % 2 == 1
                    ? ratios.get(half)
                    : (ratios.get(half - 1) + ratios.get(half)) / 2;
            assertThat(middle).as("the usual rank").isCloseTo(1, within(EXACT));
        }
    }

    private static void assertRatios(HeatMatrix matrix, String column, Map<String, Double> times) {
        var sorted = times.values().stream().sorted().toList();
        int half = sorted.size() / 2;
        double usual = sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
        assertThat(times).hasSize(matrix.rows().size());
        times.forEach((rank, time) -> {
            assertThat(at(matrix, rank, column).y()).as(rank).isCloseTo(time / usual, within(EXACT));
            assertThat(at(matrix, rank, column).time()).as(rank).isEqualTo(time);
        });
    }

    private static String inspected(int rank, String host, int call, double time) {
        return String.format(Locale.ROOT, """
                {"header":{"id":"0x7f","comm_name":"dp","rank":%d,"n_ranks":6,"nnodes":2},"metadata":{\
                "inspector_output_format_version":"v4.1","hostname":"%s","pid":1},"coll_perf":{"coll":"AllReduce",\
                "coll_sn":%d,"coll_msg_size_bytes":16777216,"coll_exec_time_us":%.1f,"coll_algobw_gbs":27.3}}
                """, rank, host, call, time);
    }

    private static List<HeatMatrix> pairs(List<PlacedObservation> looked) {
        return PairMatrices.of(looked);
    }

    private static List<HeatMatrix> ranks(List<PlacedObservation> looked) {
        return RankMatrices.of(looked);
    }

    private static List<PlacedObservation> read(Path log) throws Exception {
        return Logs.of(Files.newInputStream(log), String.valueOf(log.getFileName()));
    }

    private static List<PlacedObservation> of(String text, String name) throws IOException {
        try {
            return Logs.of(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), name);
        } catch (org.gpucomm.results.format.UnreadableFile e) {
            throw new AssertionError(e);
        }
    }

    private static MatrixCell at(HeatMatrix matrix, String row, String column) {
        return Objects.requireNonNull(cell(matrix, row, column), row + " " + column);
    }

    private static @Nullable MatrixCell cell(HeatMatrix matrix, String row, String column) {
        int y = matrix.rows().indexOf(row);
        int x = matrix.columns().indexOf(column);
        assertThat(y).as(row).isNotNegative();
        assertThat(x).as(column).isNotNegative();
        return matrix.cells().get(y).get(x);
    }
}
