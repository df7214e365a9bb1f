package org.gpucomm.analysis.headline;

import org.gpucomm.analysis.rules.Consequence;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.ToDoubleBiFunction;

import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.junit.jupiter.api.Test;

/** What is said first of one benchmark that was run on every pair of hosts, or on every host. */
class ClusterSweepTest {

    private static final int HOSTS = 8;

    private final Random noise = new Random(20261127);

    @Test
    void foldersOfPairsAreComparedByTheirMedians() throws Exception {
        var logs = new Logs();
        addPairs(logs, "january/", (a, b) -> 160_000);
        addPairs(logs, "february/", (a, b) -> 100_000);
        var point = logs.headline();
        assertThat(point.consequence()).isEqualTo(Consequence.REMARK);
        assertThat(point.sentence()).matches("Send \\(bidirectional\\): the median pair reaches "
                + "(159|160|161) GB/s in january and (99\\.\\d|100) in february at 4 MiB\\. Each has 28 pairs\\.");
    }

    @Test
    void destinationsOfATableArePlaces() throws Exception {
        var table = new StringBuilder("| Source | Destination | Bandwidth (MB/s) |\n|---|---|---|\n");
        for (int host = 1; host <= 14; host++) {
            table.append(
                    "| login | node%02d | %d |\n".formatted(host, (host == 6 ? 20_100 : 24_300) + noise.nextInt(99)));
        }
        var files = new EvidenceFiles(true);
        files.add(new ByteArrayInputStream(table.toString().getBytes(StandardCharsets.UTF_8)), "bibw.md", "bibw.md");
        var evidence = files.evidence();
        assertThat(Headlines.of(evidence, evidence, List.of(), List.of()).sentence())
                .matches(
                        ".*14 hosts reach 20\\.\\d to 24\\.\\d GB/s, median 24\\.\\d; node06 \\(20\\.\\d\\) stands apart\\.");
    }

    @Test
    void medianAndRangeOfOneSweepAreGivenWhereNoPairStandsApart() throws Exception {
        var logs = new Logs();
        addPairs(logs, "", (a, b) -> 160_000);
        assertThat(logs.headline().consequence()).isEqualTo(Consequence.USUAL);
        assertThat(logs.headline().sentence()).startsWith("Send (bidirectional): 28 pairs reach 15")
                .endsWith("; none stands apart.");
    }

    @Test
    void aSlowHostIsNamedByItsPairs() throws Exception {
        var logs = new Logs();
        addPairs(logs, "", (a, b) -> a == 3 || b == 3 ? 90_000 : 160_000);
        assertThat(logs.headline().consequence()).isEqualTo(Consequence.STRAGGLER);
        assertThat(logs.headline().sentence()).contains("node-03", " and 4 more stand apart, all of node-03.");
    }

    @Test
    void hostsOfATableAreASweepToo() throws Exception {
        var table = new StringBuilder("operation,ranks,size_bytes,time_us,algbw_GBps,busbw_GBps,host\n");
        for (int host = 0; host < 20; host++) {
            double busbw = (host == 7 ? 250 : 400) * (1 + 0.01 * noise.nextGaussian());
            table.append("all_reduce,8,1073741824,").append(1073741824 * 1.75 / busbw / 1e3).append(',')
                    .append(busbw / 1.75).append(',').append(busbw).append(",n").append(host).append('\n');
        }
        assertThat(new Logs().add("hosts.csv", table.toString()).headline().sentence())
                .startsWith("All-Reduce: 20 hosts reach 2").contains("; n7 (2").endsWith(") stands apart.");
    }

    @Test
    void hostsOfATableWithoutSizesAreASweepToo() throws Exception {
        var table = new StringBuilder("operation,ranks,busbw_GBps,host\n");
        for (int host = 0; host < 14; host++) {
            table.append("all_reduce,8,").append((host == 3 ? 210 : 380) * (1 + 0.005 * noise.nextGaussian()))
                    .append(",n")
                    .append(host).append('\n');
        }
        var files = new EvidenceFiles(true);
        files.add(new ByteArrayInputStream(table.toString().getBytes(StandardCharsets.UTF_8)), "hosts.csv",
                "hosts.csv");
        assertThat(ClusterSweep.of(files.evidence()).orElseThrow().sentence())
                .startsWith("All-Reduce: 14 hosts reach 2").doesNotContain(" at ").contains("; n3 (2");
    }

    /** Repetitions and a few pairs are described as ever. */
    @Test
    void nightsAndFewPairsAreNoSweep() throws Exception {
        var nights = new Logs();
        for (int night = 10; night < 30; night++) {
            nights.add("night-" + night + ".log", bandwidths(160_000));
        }
        assertThat(nights.headline().sentence()).doesNotContain("pairs", "median");
        var few = new Logs();
        for (int b = 1; b < 5; b++) {
            few.add("node-00--node-0" + b + ".log", bandwidths(160_000));
        }
        assertThat(few.headline().sentence()).doesNotContain("pairs");
    }

    private void addPairs(Logs logs, String folder, ToDoubleBiFunction<Integer, Integer> megabytes) throws Exception {
        for (int a = 0; a < HOSTS; a++) {
            for (int b = a + 1; b < HOSTS; b++) {
                logs.add("%snode-%02d--node-%02d.log".formatted(folder, a, b),
                        bandwidths(megabytes.applyAsDouble(a, b)));
            }
        }
    }

    private String bandwidths(double most) {
        var log = new StringBuilder("# OSU MPI Bi-Directional Bandwidth Test v7.5\n# Size      Bandwidth (MB/s)\n");
        for (int size = 1 << 14; size <= 1 << 22; size *= 4) {
            double megabytes = most * size / (size + 200_000) * 1.048 * (1 + 0.005 * noise.nextGaussian());
            log.append(String.format(Locale.ROOT, "%-10d%18.2f%n", size, megabytes));
        }
        return log.toString();
    }
}
