package org.gpucomm.runner.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.runner.host.Fingerprint;
import org.gpucomm.runner.rig.Heading;
import org.gpucomm.runner.rig.RankLine;
import org.gpucomm.runner.rig.Sample;
import org.gpucomm.runner.rig.Setup;
import org.junit.jupiter.api.Test;

class NcclTestsTableTest {

    private static final Path REAL = Path.of("../../shared/reference/h200/nccl-tests-all-reduce-np4.log");

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream terminal = new PrintStream(bytes, false, StandardCharsets.UTF_8);

    @Test
    void theTableIsTheOneThatPeopleKnow() {
        print(false, Example.heading(), List.of(Example.size(1024), Example.size(1048576, 3L)));
        assertThat(printed()).isEqualTo(
                """
                        # gpucomm version 0.1.0 nccl-library=22803
                        # Collective test starting: all_reduce_perf
                        # nThread 1 nGpus 2 minBytes 1024 maxBytes 1048576 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0 unalign: 0
                        #
                        # Using devices
                        #  Rank  0 Group  0 Pid   4000 on     node-0 device  0 [0000:00:00] NVIDIA H200
                        #  Rank  1 Group  0 Pid   4000 on     node-0 device  1 [0000:01:00] NVIDIA H200
                        #
                        #                                                              out-of-place                       in-place          \s
                        #       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong\s
                        #        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)        \s
                                1024           256     float     sum      -1     8.13    0.13    0.13       0     9.13    0.11    0.11       0
                             1048576        262144     float     sum      -1    11.62   90.24   90.24       3    12.62   83.09   83.09       3
                        # Out of bounds values : 2 FAILED
                        # Avg bus bandwidth    : 43.3905\s
                        #
                        # Collective test concluded: all_reduce_perf

                        """.replace("in-place          \s\n", "in-place          \n"));
    }

    @Test
    void gpucommReadsItsOwnTable() throws Exception {
        print(false, Example.heading(), List.of(Example.size(1024), Example.size(1048576, 3L)));
        var rows = rows(printed());
        assertThat(rows).hasSize(4).allSatisfy(row -> {
            assertThat(row.stack()).isEqualTo(new Stack("gpucomm", "0.1.0", "nccl", "2.28.3"));
            assertThat(row.platform()).isEqualTo(new Platform(null, "NVIDIA H200", 1, 2));
            assertThat(row.workload().operation()).isEqualTo(Operation.ALL_REDUCE);
            assertThat(row.workload().iterations()).isEqualTo(20);
        });
        assertThat(rows).extracting(row -> String.valueOf(row.outcome().time())).containsExactly("8.13 µs", "9.13 µs",
                "11.62 µs", "12.62 µs");
        assertThat(rows).extracting(row -> String.valueOf(row.outcome().wrong())).containsExactly("0", "0", "3", "3");
    }

    @Test
    void whatIsNotCheckedIsNotCalledRight() throws Exception {
        print(false, Example.unchecked(), List.of(Example.size(1024, null)));
        assertThat(printed()).contains("# Results are not checked: this build has no kernels\n",
                "    N/A     9.13    0.11    0.11    N/A\n", "# Out of bounds values : N/A, not checked\n",
                "validation: 0").doesNotContain("0 OK");
        assertThat(rows(printed())).extracting(row -> row.outcome().wrong()).containsOnlyNulls();
    }

    @Test
    void aPlacementThatWasNotMeasuredIsNotThere() throws Exception {
        var both = Example.size(1024);
        print(false, Example.heading(), List.of(both.subList(1, 2)));
        assertThat(rows(printed())).extracting(row -> row.workload().placement())
                .containsExactly(Placement.IN_PLACE);
        assertThat(printed()).contains("-1      N/A     N/A     N/A    N/A     9.13    0.11    0.11       0\n",
                "# Avg bus bandwidth    : 0.1121");
    }

    @Test
    void singleIterationsHaveTheColumnsOfNcclTests() throws Exception {
        print(true, Example.heading(), List.of(Example.size(1024)));
        assertThat(printed()).contains(
                "   time   algbw   busbw  #wrong    i_min    i_max    i_p99    i_cv%     time   algbw   busbw",
                "   8.13    0.13    0.13       0     7.13    11.13    10.13      N/A     9.13",
                "# Slowest rank         : 1 in 2 of 2 measurements");
        assertThat(rows(printed()).getFirst().outcome().timeP99()).hasToString("10.13 µs");
    }

    @Test
    void severalOperationsAreSeveralSections() throws Exception {
        print(false, Example.heading(), List.of(Example.size(1024)));
        print(false, Example.heading(Operation.MOE_DISPATCH, "a", "b", null), List.of(Example.size(1024)));
        assertThat(rows(printed())).extracting(Measurement::section, row -> row.workload().operation().id())
                .contains(tuple(1, "all_reduce"),
                        tuple(2, "moe_dispatch"));
    }

    @Test
    void awkFindsTheColumnsThatScriptsTakeFromNcclTests() throws Exception {
        print(false, Example.heading(), List.of(Example.size(1024), Example.size(1048576)));
        var awk = new ProcessBuilder("awk", "!/^#/ && NF { print $1, $6, $8, $12 } /Avg bus/ { print $6 }").start();
        try (var in = awk.outputWriter()) {
            in.write(printed());
        }
        assertThat(awk.inputReader().readAllAsString())
                .isEqualTo("1024 8.13 0.13 0.11\n1048576 11.62 90.24 83.09\n43.3905\n");
    }

    @Test
    void aRealLogPrintedAgainIsTheSameButForItsFirstLine() throws Exception {
        assumeTrue(Files.exists(REAL), "no collection of real logs beside the checkout");
        var original = Files.readString(REAL);
        var results = new ArrayList<List<Sample>>();
        var rows = rows(original);
        for (int i = 0; i < rows.size(); i += 2) {
            results.add(List.of(sample(rows.get(i)), sample(rows.get(i + 1))));
        }
        var ranks = new ArrayList<RankLine>();
        for (var line : original.lines().filter(line -> line.startsWith("#  Rank")).toList()) {
            var words = line.strip().split("\\s+");
            ranks.add(new RankLine(Integer.parseInt(words[2]), Long.parseLong(words[6]), words[8],
                    line.substring(line.indexOf("device"))));
        }
        var parameters = List.of(new Fact("nThread", "1"), new Fact("nGpus", "1"), new Fact("minBytes", "8"),
                new Fact("maxBytes", "4294967296"), new Fact("step", "2(factor)"), new Fact("warmup_iters", "10"),
                new Fact("iters", "50"), new Fact("agg_iters", "1"), new Fact("validation", "0"),
                new Fact("graph", "0"));
        print(false, new Heading(Operation.ALL_REDUCE, ranks, parameters,
                new Stack("gpucomm", "0.1.0", "nccl", "2.28.3"), Platform.UNKNOWN, Fingerprint.EMPTY, NamedValues.NONE,
                List.of(), Setup.Style.NCCL_TESTS, null), results);
        // Of values with two decimals the mean differs from nccl-tests' own in the last digit, and the log ends otherwise.
        assertThat(comparable(printed())).isEqualTo(comparable(original));
    }

    private static List<String> comparable(String log) {
        return log.lines().skip(1).filter(line -> !line.startsWith("# Out of bounds") && !line.startsWith("# Avg"))
                .filter(line -> !line.isBlank() && !line.equals("#")).toList();
    }

    private static Sample sample(Measurement row) {
        return new Sample(new Example.ExampleCase(row.workload()), row.outcome());
    }

    private void print(boolean perIteration, Heading heading, List<List<Sample>> results) {
        try (var table = new NcclTestsTable(terminal, perIteration)) {
            table.begin(heading);
            results.forEach(table::point);
            table.end();
        }
    }

    private String printed() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static List<Measurement> rows(String log) throws Exception {
        return Parsed.rows(log.getBytes(StandardCharsets.UTF_8), "x.log");
    }
}
