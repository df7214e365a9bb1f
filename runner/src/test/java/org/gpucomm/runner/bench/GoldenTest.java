package org.gpucomm.runner.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What bench prints and writes for NCCL, byte for byte, held against files of {@code src/test/resources/golden}. Times, and
 * what differs from machine to machine, are masked. A file that is not there is written, and the test fails.
 */
class GoldenTest {

    private static final Path GOLDEN = Path.of("src/test/resources/golden");
    private static final Pattern ROW = Pattern.compile("( *\\d+  +\\d+ +\\S+ +\\S+ +-?\\d+)(.*)");
    private static final Pattern NUMBER = Pattern.compile(" *\\d+\\.\\d+");
    private static final Set<String> MASKED = Set.of("time_us", "time_min_us", "time_p50_us", "time_p99_us",
            "time_max_us", "algbw_GBps", "busbw_GBps", "started_at", "instance_type", "slowest_rank");
    private static final Set<String> FACTS = Set.of("gpu", "gpus", "gpu_memory_bytes", "compute_capability",
            "cuda_driver_version", "cuda_version", "nccl_version", "nThread", "nGpus", "minBytes", "maxBytes", "step",
            "warmup_iters", "iters", "agg_iters", "validation", "graph", "unchecked");

    @TempDir
    static Path folder;
    private static FakeGpus gpus;

    @BeforeAll
    static void build() throws Exception {
        gpus = FakeGpus.shared();
    }

    @Test
    void tablesAreWhatTheyWere() throws IOException {
        assertTable("all_reduce", "all_reduce", "-b", "8", "-e", "64");
        assertTable("reduce_scatter", "reduce_scatter", "-b", "1K", "-e", "4K", "-d", "half,int8", "-o", "sum,mulsum");
        assertTable("broadcast", "broadcast_perf", "-r", "all", "-b", "64", "-e", "64", "-d", "half,int64");
        assertTable("sendrecv", "sendrecv", "-b", "1K", "-e", "3K", "-i", "1K", "-c", "0", "-z", "1");
        assertTable("moe_dispatch", "moe_dispatch", "-b", "64K", "-e", "64K", "--hidden", "16", "--experts", "8",
                "--top-k", "2");
        assertTable("iterations", "alltoall", "-b", "1K", "-e", "2K", "-I", "1");
        assertTable("graph", "hypercube", "-b", "1K", "-e", "1K", "-G", "2", "-m", "2");
    }

    @Test
    void filesAreWhatTheyWere() throws IOException {
        var csv = folder.resolve("x.csv");
        gpus.bench("all_gather", "-b", "8", "-e", "128", "-O", csv.toString(), "--setting", "A=b", "-z", "2");
        gpus.bench("reduce", "-b", "64", "-e", "64", "-r", "all", "-O", csv.toString(), "--resume", "-G", "1");
        assertGolden("x.csv", maskedCsv(Files.readAllLines(csv)));
        assertGolden("x.fingerprint.json", maskedJson(Files.readAllLines(folder.resolve("x.fingerprint.json"))));
        var lines = folder.resolve("x.jsonl");
        gpus.bench("all_reduce", "-b", "64", "-e", "128", "-d", "float,half", "-O", lines.toString());
        gpus.bench("all_reduce", "-b", "64", "-e", "256", "-d", "float,half", "-O", lines.toString(), "--resume");
        gpus.bench("moe_combine", "-b", "64K", "-e", "64K", "--hidden", "16", "-c", "0", "-O", lines.toString(),
                "--resume");
        assertGolden("x.jsonl", maskedJson(Files.readAllLines(lines)));
    }

    private static void assertTable(String name, String... arguments) throws IOException {
        // The sentence below a table has its numbers.
        var outcome = gpus.bench(Stream.concat(Stream.of(arguments), Stream.of("-q")).toArray(String[]::new));
        assertThat(outcome.code()).as(outcome.messages()).isZero();
        assertGolden(name + ".txt", maskedTable(outcome.out()));
    }

    private static void assertGolden(String name, String text) throws IOException {
        var file = GOLDEN.resolve(name);
        if (!Files.exists(file)) {
            Files.createDirectories(GOLDEN);
            Files.writeString(file, text);
            throw new AssertionError(file + " was not there; it is now");
        }
        assertThat(text).as(name).isEqualTo(Files.readString(file));
    }

    private static String maskedTable(String table) {
        return table.lines().map(GoldenTest::maskedRow).collect(Collectors.joining("\n", "", "\n"));
    }

    private static String maskedRow(String line) {
        var row = ROW.matcher(line);
        if (row.matches()) {
            return row.group(1) + NUMBER.matcher(row.group(2))
                    .replaceAll(found -> " ".repeat(found.group().length() - 1) + "t");
        }
        return line.replaceFirst("Pid +\\d+ on +\\S+ device", "Pid PID on HOST device")
                .replaceFirst("(Avg bus bandwidth +: )[0-9.e+-]+", "$1t")
                .replaceFirst("(Slowest rank +: )\\d in \\d of", "$1r in n of");
    }

    private static String maskedCsv(List<String> lines) {
        var header = List.of(lines.getFirst().split(","));
        int known = header.indexOf("settings") + 1;
        var masked = new ArrayList<String>();
        masked.add(String.join(",", header.subList(0, known)));
        for (var line : lines.subList(1, lines.size())) {
            var cells = Arrays.asList(line.split(",", -1));
            for (int i = 0; i < known; i++) {
                if (MASKED.contains(header.get(i)) && !cells.get(i).isEmpty()) {
                    cells.set(i, "t");
                }
            }
            masked.add(String.join(",", cells.subList(0, known)));
        }
        return String.join("\n", masked) + "\n";
    }

    private static String maskedJson(List<String> lines) {
        var text = String.join("\n", lines) + "\n";
        for (var name : MASKED) {
            text = text.replaceAll("\"" + name + "\":(\"[^\"]*\"|[^,}]*)", "\"" + name + "\":t");
        }
        // The column metrics came later, and the slowest rank went there.
        text = text.replaceAll(",\"slowest_rank\":t|,\"metrics\":\"[^\"]*\"", "");
        return Pattern.compile("\\{\"name\":\"([^\"]+)\",\"value\":\"[^\"]*\"},?").matcher(text)
                .replaceAll(fact -> FACTS.contains(fact.group(1)) ? "$0" : "");
    }
}
