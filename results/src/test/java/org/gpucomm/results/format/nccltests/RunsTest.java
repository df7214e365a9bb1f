package org.gpucomm.results.format.nccltests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.gpucomm.results.Operation;
import org.gpucomm.results.Platform;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

/** What belongs to which run, and what is said of a run as a whole. */
class RunsTest {

    private static final String TUNED = "tuning-rows-in-pieces.log";

    @Test
    void aRunThatFailedAndTheNextAreTwo() throws Exception {
        var reading = Reading.ofSample("nccl-tests/failed-then-good.log");
        assertThat(reading.flags(1)).containsExactlyInAnyOrder("flag:aborted", "flag:incomplete");
        assertThat(reading.flags(2)).isEmpty();
        assertThat(reading.measurements()).hasSize(4).allSatisfy(m -> assertThat(m.section()).isEqualTo(2));
        assertThat(reading.problems()).hasSize(1);
        assertThat(reading.failures()).hasSize(1);
    }

    @Test
    void howRanksLieOnNodesIsReadFromTheirTable() throws Exception {
        assertThat(onNodes("a", "a", "b", "b")).containsExactly("2 a node");
        assertThat(onNodes("a", "b", "a", "b")).containsExactly("2 a node by turns");
        assertThat(onNodes("a", "a", "a", "b", "b", "c")).containsExactly("3+2+1");
        assertThat(onNodes("a", "a", "b", "b", "a", "b")).containsExactly("2 on 1, 2 on 2, 1 on 1, 1 on 2");
        assertThat(onNodes("a", "a", "a", "a")).as("one node").isEmpty();
        assertThat(onNodes("a", "b", "c")).as("one rank each").isEmpty();
        assertThat(onNodes("a", "", "b", "b")).as("somebody left rank 1 out").isEmpty();
    }

    @Test
    void withoutATableOfRanksTheCommandGivesRanksAndNodes() throws Exception {
        assertThat(launchedBy("mpirun -np 16 -N 8 ./all_reduce_perf -b 8 -g 1")).isEqualTo("2 nodes, 16 ranks");
        assertThat(launchedBy("srun -n 4 --ntasks-per-node=2 ./all_reduce_perf -g 4")).isEqualTo("2 nodes, 16 ranks");
        assertThat(launchedBy("mpirun -np 16 ./all_reduce_perf -g 1")).as("no nodes")
                .isEqualTo("null nodes, null ranks");
    }

    private static String launchedBy(String command) throws Exception {
        var platform = Reading.ofText("$ " + command + """

                #       size         count      type   redop    root     time   algbw   busbw  #wrong
                        1024           256     float     sum      -1    12.15    0.08    0.16       0
                """, "out.log").measurements().getFirst().platform();
        return platform.nodes() + " nodes, " + platform.ranks() + " ranks";
    }

    @Test
    void howRanksLieOnNodesIsReadFromTheLibrarysLogToo() throws Exception {
        assertThat(saidByTheLibrary("a", "a", "b", "b")).containsExactly("2 a node");
        assertThat(saidByTheLibrary("a", "b", "a", "b")).containsExactly("2 a node by turns");
        assertThat(saidByTheLibrary("a", "b", "", "b")).as("rank 2 said nothing").isEmpty();
        assertThat(saidByTheLibrary("a", "a")).as("one node").isEmpty();
    }

    /** Lines of a communicator of four as NCCL 2.20 and an MPI launcher print them, the last rank first. */
    private static List<String> saidByTheLibrary(String... hosts) throws Exception {
        var text = new StringBuilder("# Collective test starting: all_reduce_perf\n");
        for (int rank = hosts.length - 1; rank >= 0; rank--) {
            if (!hosts[rank].isEmpty()) {
                text.append("[1,").append(rank).append("]<stdout>:worker-").append(hosts[rank])
                        .append(":27:69 [0] NCCL INFO comm 0x7fc438000f60 rank ").append(rank).append(" nranks ")
                        .append(hosts.length).append(" cudaDev 0 busId 201c0 - Init COMPLETE\n");
            }
        }
        text.append("""
                #       size         count      type   redop    root     time   algbw   busbw  #wrong
                        1024           256     float     sum      -1    12.15    0.08    0.08       0
                """);
        return Reading.ofText(text.toString(), "ranks.log").facts(1).stream()
                .filter(fact -> fact.name().equals("ranks_on_nodes")).map(Fact::value).toList();
    }

    /** @param hosts of each rank; one without a host is not in the table */
    private static List<String> onNodes(String... hosts) throws Exception {
        var text = new StringBuilder("# Collective test starting: all_reduce_perf\n");
        for (int rank = 0; rank < hosts.length; rank++) {
            if (!hosts[rank].isEmpty()) {
                text.append("#  Rank  ").append(rank).append(" Group  0 Pid   4000 on ").append(hosts[rank])
                        .append(" device  0 [0000:1b:00] NVIDIA H100\n");
            }
        }
        text.append("""
                #       size         count      type   redop    root     time   algbw   busbw  #wrong
                        1024           256     float     sum      -1    12.15    0.08    0.08       0
                """);
        return Reading.ofText(text.toString(), "ranks.log").facts(1).stream()
                .filter(fact -> fact.name().equals("ranks_on_nodes")).map(Fact::value).toList();
    }

    @Test
    void copiesThatDoNotKnowOneAnotherAreFlagged() throws Exception {
        var reading = Reading.ofSample("nccl-tests/copies-one-rank-each.log");
        for (int section = 1; section <= 3; section++) {
            assertThat(reading.flags(section)).containsExactly("flag:not_connected");
        }
    }

    @Test
    void copiesThatPrintAtOnceLoseNoRow() throws Exception {
        var reading = Reading.ofSample("nccl-tests/copies-at-once.log");
        assertThat(reading.rows()).hasSize(4);
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.flags(2)).contains("flag:not_connected");
    }

    @Test
    void programsThatListSeveralRanksDidNotRunAlone() throws Exception {
        var twice = """
                #  Rank  0 Group  0 Pid   5190 on     node-0 device  0 [0000:00:06] NVIDIA H200
                #  Rank  0 Group  0 Pid   6190 on     node-1 device  0 [0000:00:06] NVIDIA H200
                #  Rank  1 Group  0 Pid   5191 on     node-0 device  1 [0000:00:07] NVIDIA H200
                #  Rank  1 Group  0 Pid   6191 on     node-1 device  1 [0000:00:07] NVIDIA H200
                #       size         count      type   redop    root     time   algbw   busbw  #wrong
                     1048576        262144     float     sum      -1    26.21   40.00   40.00       0
                     1048576        262144     float     sum      -1    27.21   38.54   38.54       0
                # Avg bus bandwidth    : 40
                # Avg bus bandwidth    : 38.54
                """;
        assertThat(Reading.ofText(twice, "all_reduce.log").flags(1)).containsExactly("flag:not_connected");
        assertThat(Reading.ofText(twice.replace("node-1", "node-0"), "all_reduce.log").flags(1))
                .containsExactly("flag:mixed_output");
        var byLibrary = """
                #       size         count      type   redop    root     time   algbw   busbw  #wrong
                     1048576        262144     float     sum      -1    26.21   40.00   40.00       0
                node-0:2832:2832 [1] NCCL INFO comm 0x55c6 rank 0 nranks 2 cudaDev 0 busId 3000 - Destroy COMPLETE
                # Avg bus bandwidth    : 40
                # Avg bus bandwidth    : 38.54
                """;
        assertThat(Reading.ofText(byLibrary, "all_reduce.log").flags(1)).isEmpty();
    }

    @Test
    void oneGpuAfterTheOtherOnOneHostIsALoop() throws Exception {
        var text = VersionsTest.sample("copies-one-rank-each.log").replace("node-b", "node-a").replace("node-c",
                "node-a");
        var reading = Reading.ofText(text, "loop.log");
        assertThat(reading.rows()).hasSize(6);
        assertThat(reading.flags(1)).isEmpty();
        assertThat(reading.flags(3)).isEmpty();
    }

    @Test
    void cyclesAreOneRunAndItsVerdictIsAFlag() throws Exception {
        var reading = Reading.ofSample("nccl-tests/cycles-N2-below-minimum.log");
        assertThat(reading.rows()).hasSize(4);
        assertThat(reading.flags(1)).containsExactly("flag:below_minimum");
        assertThat(reading.facts(1)).contains(new Fact("avg_busbw", "74.5575"));
    }

    @Test
    void socketsBetweenHostsAreAFallback() throws Exception {
        assertThat(Reading.ofSample("nccl-tests/socket-fallback.log").flags(1)).containsExactly("flag:socket_fallback");
        var oneHost = VersionsTest.sample("socket-fallback.log").replace("node-b", "node-a");
        assertThat(Reading.ofText(oneHost, "x.log").flags(1)).isEmpty();
    }

    @Test
    void anAverageThatIsNotThatOfTheRowsIsSaid() throws Exception {
        var text = VersionsTest.sample("cycles-N2-below-minimum.log");
        assertThat(Reading.ofText(text, "x.log").facts(1)).noneMatch(fact -> fact.name().equals("avg_busbw_differs"));
        var lines = text.lines().toList();
        var elided = text.replace(lines.get(17) + "\n", "");
        assertThat(Reading.ofText(elided, "x.log").facts(1)).anySatisfy(fact -> {
            assertThat(fact.name()).isEqualTo("avg_busbw_differs");
            assertThat(fact.value()).isEqualTo("printed 74.5575, the rows give 79.2233");
        });
    }

    @Test
    void placeholdersInPlaceOfNumbersAreNoRowsAndTheFooterIsOneAllTheSame() throws Exception {
        var text = VersionsTest.sample("split-two-groups.log").replaceAll("\\d+\\.\\d\\d ", "XXX.XX ")
                .replaceAll("(bandwidth +: ).*", "$1XXX.XX");
        var reading = Reading.ofText(text, "x.log");
        assertThat(reading.rows()).isEmpty();
        assertThat(reading.problems()).hasSize(2);
        assertThat(reading.problems()).allSatisfy(problem -> assertThat(problem.reason()).contains("is no number: 'X"));
        assertThat(reading.flags(1)).containsExactly("flag:incomplete", "flag:numbers_removed");
        assertThat(reading.facts(1)).extracting(fact -> fact.value())
                .contains("the footer has XXX in place of the average");
    }

    @Test
    void whatTheLibraryChoseStandsWithTheRowsOfThatSize() throws Exception {
        assertThat(Reading.ofSample("nccl-tests/" + TUNED).measurements()).extracting(m -> m.settings().text())
                .containsExactly("algo=RING;proto=LL;channels=4", "algo=RING;proto=LL;channels=4",
                        "algo=RING;proto=LL128;channels=8", "algo=RING;proto=LL128;channels=8",
                        "algo=RING;proto=SIMPLE;channels=16", "algo=RING;proto=SIMPLE;channels=16");
    }

    /** nccl-tests prints the first half of a row without a space behind it, and the library may not have written before. */
    @Test
    void whatTheLibraryWritesRightBehindHalfARowIsCutOff() throws Exception {
        var header = """
                #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                #        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
                """;
        for (var tag : List.of("", "[0] ", "[2026-07-01 10:11:12] ")) {
            var reading = Reading.ofText(header + "        4096          1024     float     sum      -1" + tag + """
                    node-0:4000:4123 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM
                         76.10    0.05    0.10      0    75.38    0.05    0.10      0
                    """, "all_reduce.log");
            assertThat(reading.problems()).as(tag).isEmpty();
            assertThat(reading.measurements()).as(tag).extracting(m -> m.outcome().time() + " " + m.outcome().busbw())
                    .containsExactly("76.10 µs 0.10 GB/s", "75.38 µs 0.10 GB/s");
            assertThat(reading.measurements().getFirst().workload().root()).as(tag).isNull();
        }
    }

    @Test
    void aRowThatTheLibrarysLogTearsIsPutTogether() throws Exception {
        var row = Reading.ofSample("nccl-tests/" + TUNED).rows().get(1);
        assertThat(row.line()).isEqualTo(33);
        assertThat(row.measurements().getFirst().outcome().time()).hasToString("70.20 µs");
        assertThat(row.measurements().getLast().outcome().busbw()).hasToString("22.18 GB/s");
    }

    @Test
    void aRowOfWhichAPieceIsMissingIsNoRow() throws Exception {
        var lines = VersionsTest.sample(TUNED).lines().toList();
        var text = String.join("\n", lines.subList(0, 32)) + "\n" + String.join("\n", lines.subList(33, lines.size()));
        var reading = Reading.ofText(text, "x.log");
        assertThat(reading.rows()).hasSize(2);
        assertThat(reading.problems()).singleElement()
                .satisfies(problem -> assertThat(problem.text()).contains("2097152"));
    }

    @Test
    void theLibrarysLogTellsOfVersionNetworkAndMachine() throws Exception {
        var reading = Reading.ofSample("nccl-tests/" + TUNED);
        assertThat(reading.facts(1)).contains(new Fact("nccl_version", "2.27.5+cuda12.9"), new Fact("provider", "efa"),
                new Fact("ofi_plugin", "1.16.3"), new Fact("network", "Libfabric"),
                new Fact("gpu_direct_rdma", "enabled"), new Fact("env:NCCL_BUFFSIZE", "8388608"));
        assertThat(reading.measurements().getFirst().platform())
                .isEqualTo(new Platform("p5en.48xlarge", "NVIDIA H200", 2, 4));
        assertThat(reading.measurements().getFirst().stack().libraryVersion()).isEqualTo("2.27.5+cuda12.9");
    }

    @Test
    void secretsAreNeverKept() throws Exception {
        var reading = Reading.ofSample("nccl-tests/" + TUNED);
        assertThat(reading.entries().toString()).doesNotContain("wJalrXUtnFEMI", "s3cr3t", "SECRET_ACCESS");
    }

    @Test
    void withoutADeviceTableTheLibrarysLogTellsRanksAndNodes() throws Exception {
        var text = VersionsTest.sample(TUNED).lines().filter(line -> !line.startsWith("#  Rank")).toList();
        var platform = Reading.ofText(String.join("\n", text.subList(0, 22)), "x.log").facts(1);
        assertThat(platform).contains(new Fact("ranks", "4"), new Fact("nodes", "2"));
        var measurements = Reading.ofText(String.join("\n", text), "x.log").measurements();
        assertThat(measurements.getFirst().platform()).isEqualTo(new Platform("p5en.48xlarge", null, 2, 4));
    }

    @Test
    void aHeadingNamesTheOperationOfTheTableBelowItOnly() throws Exception {
        var table = VersionsTest.sample("split-two-groups.log").lines()
                .filter(line -> !line.contains("_perf") && !line.contains("Rank")).toList();
        var text = "## All-Gather\n" + String.join("\n", table).replace(" sum ", "none ") + "\n"
                + String.join("\n", table).replace(" sum ", "none ").replaceAll("(?m) 0\\s*$", " N/A") + "\n";
        var reading = Reading.ofText(text, "x.log");
        assertThat(reading.measurements().subList(0, 4)).allSatisfy(m -> {
            assertThat(m.section()).isEqualTo(1);
            assertThat(m.workload().operation()).isEqualTo(Operation.ALL_GATHER);
        });
        // which checks nothing in place
        assertThat(reading.measurements().subList(4, 8)).allSatisfy(m -> {
            assertThat(m.section()).isEqualTo(2);
            assertThat(m.workload().operation()).isEqualTo(Operation.ALLTOALL);
        });
    }

    @Test
    void aTableWhoseCommentMarksWereStrippedIsReadAlike() throws Exception {
        var stripped = VersionsTest.sample("failed-then-good.log").replaceAll("(?m)^#", "");
        assertThat(Reading.ofText(stripped, "x.log").rows()).hasSize(2);
        assertThat(Reading.ofText(stripped, "x.log").flags(2)).isEmpty();
    }

    @Test
    void aRowBehindACommentMarkIsARow() throws Exception {
        var text = VersionsTest.sample("split-two-groups.log").replace("     1048576", "#    1048576");
        assertThat(Reading.ofText(text, "x.log").rows()).hasSize(2);
    }

    @Test
    void otherProgramsLinesThatBeginWithNumbersAreNoRows() throws Exception {
        var text = VersionsTest.sample("split-two-groups.log").replace("     1048576",
                "0: Running on 8 GPUs\n16 processes\n2026 warnings of no weight at all in these eight words\n     1048576");
        var reading = Reading.ofText(text, "x.log");
        assertThat(reading.rows()).hasSize(2);
        assertThat(reading.problems()).isEmpty();
    }

    /** One rank is shown and dots for the others: how many there were is not known, least of all one. */
    @Test
    void ranksThatSomebodyLeftOutAreNotCounted() throws Exception {
        for (var dots : List.of("...", "# ...", "\u2026", "[...]", "#  :")) {
            var reading = Reading.ofText("""
                    # nThread 1 nGpus 1 minBytes 1048576 maxBytes 1048576 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0
                    #
                    # Using devices
                    #  Rank  0 Group  0 Pid   4000 on     node-0 device  0 [0x1b] NVIDIA H200
                    %s
                    #
                    #                                                              out-of-place                       in-place
                    #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                    #        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
                         1048576        262144     float     sum      -1    105.9    9.90   17.33      0    105.7    9.92   17.37      0
                    """.formatted(dots), "all_reduce.log");
            assertThat(reading.measurements()).as(dots).hasSize(2)
                    .allMatch(m -> m.platform().ranks() == null && m.platform().nodes() == null);
        }
    }
}
