package org.gpucomm.results.format.nccltests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.Operation;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

/** Tables that nothing names: the programs print no banner with the operation before nccl-tests 2.16.7. */
class OperationByColumnsTest {

    private static final String HEADER = """
            #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
            #        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
            """;

    @Test
    void aSumThatIsCheckedOutOfPlaceOnlyIsSendRecv() throws Exception {
        expect(Operation.SENDRECV, HEADER + """
                     256            64     float     sum      -1    34.24    0.01    0.01      0    33.65    0.01    0.01    N/A
                 1048576        262144     float     sum      -1    61.10   17.16   17.16      0    60.77   17.25   17.25    N/A
                """, 4);
    }

    @Test
    void aSumThatIsCheckedInPlaceTooIsAnAllReduce() throws Exception {
        expect(Operation.ALL_REDUCE, HEADER + """
                     256            64     float     sum      -1    34.24    0.01    0.01      0    33.65    0.01    0.01      0
                """, 2);
    }

    @Test
    void uncheckedRowsWaitForOneWhoseBandwidthsDecide() throws Exception {
        var small = """
                       8             2     float     sum      -1    24.24    0.00    0.00    N/A    23.65    0.00    0.00    N/A
                """;
        expect(Operation.ALL_REDUCE, HEADER + small + """
                 1048576        262144     float     sum      -1    26.21   40.00   70.00    N/A    26.21   40.00   70.00    N/A
                """, 4);
        expect(Operation.SENDRECV, devices(8) + HEADER + small + """
                 1048576        262144     float     sum      -1    26.21   40.00   40.00    N/A    26.21   40.00   40.00    N/A
                """, 4);
    }

    @Test
    void whatFitsBothIsNeither() throws Exception {
        var row = """
                 1048576        262144     float     sum      -1    26.21   40.00   40.00    N/A    26.21   40.00   40.00    N/A
                """;
        for (var log : new String[]{HEADER + row, devices(2) + HEADER + row}) {
            var reading = Reading.ofText(log, "x.log");
            assertThat(reading.rows()).isEmpty();
            assertThat(reading.problems()).singleElement()
                    .satisfies(problem -> assertThat(problem.reason()).contains("the operation is not known"));
        }
    }

    @Test
    void allToAllIsNotCheckedInPlaceAndAllGatherIs() throws Exception {
        expect(Operation.ALLTOALL, HEADER + """
                 1048576         65536     float    none      -1    61.10   17.16   12.87      0    60.77   17.25   12.94    N/A
                """, 2);
        expect(Operation.ALL_GATHER, HEADER + """
                 1048576         65536     float    none      -1    61.10   17.16   12.87      0    60.77   17.25   12.94      0
                """, 2);
    }

    /** The numbers of wrong elements are the program's own: it checks against what another operation would leave. */
    @Test
    void hypercubeLeavesTheOperatorBlankAndKeepsItsRoot() throws Exception {
        var rows = """
                          64             4     float              -1    36.06    0.00    0.00       8    20.96    0.00    0.00       8
                     1048576         65536     float              -1    61.10   12.87   12.87       8    60.77   12.94   12.94       8
                """;
        var named = expect(Operation.HYPERCUBE, "# Collective test starting: hypercube_perf\n" + HEADER + rows, 4);
        assertThat(named.outcome().wrong()).hasToString("8");
        assertThat(named.outcome().time()).hasToString("36.06 µs");
        assertThat(named.workload().root()).isNull();
        expect(Operation.HYPERCUBE, HEADER + rows, 4);
    }

    @Test
    void aNameThatTheColumnsExcludeGivesWayToThem() throws Exception {
        var gathered = HEADER + """
                 1048576         65536     float    none      -1    61.10   17.16   12.87      0    60.77   17.25   12.94      0
                """;
        for (var name : List.of("nccl_allreduce_allgather_results.txt", "allreduce_node1.txt", "reduce.log")) {
            assertThat(operations(gathered, name)).as(name).containsOnly(Operation.ALL_GATHER);
        }
        var reduced = devices(8) + HEADER + """
                 1048576        262144     float     sum      -1    26.21   40.00   70.00      0    26.21   40.00   70.00      0
                """;
        for (var name : List.of("broadcast.log", "alltoall-2024.log", "reduce_scatter_perf.out", "sendrecv.log")) {
            assertThat(operations(reduced, name)).as(name).containsOnly(Operation.ALL_REDUCE);
        }
    }

    @Test
    void aNameThatIsExcludedIsSaidWhereTheColumnsDoNotDecide() throws Exception {
        var reading = Reading.ofText(HEADER + """
                 1048576         65536     float    none      -1    61.10   17.16   12.87    N/A    60.77   17.25   12.94    N/A
                """, "all_reduce.log");
        assertThat(reading.rows()).isEmpty();
        assertThat(reading.problems()).singleElement().satisfies(problem -> assertThat(problem.reason())
                .contains("speaks of all_reduce, but its operator is 'none'"));
    }

    @Test
    void aRowThatCannotBeOfTheProgramNamedAboveItIsAProblem() throws Exception {
        var reading = Reading.ofText("# Collective test starting: all_reduce_perf\n" + devices(4) + HEADER + """
                 1048576        262144     float     sum      -1    26.21   40.00   60.00      0    26.21   40.00   60.00      0
                 1048576         65536     float    none      -1    26.21   40.00   30.00      0    26.21   40.00   30.00      0
                 1048576        262144     float     sum       0    26.21   40.00   40.00      0    26.21   40.00   40.00      0
                 1048576        262144     float     sum      -1    26.21   40.00   40.00      0    26.21   40.00   40.00    N/A
                 1048576         65536     float     sum      -1    26.21   40.00   30.00      0    26.21   40.00   30.00      0
                 2097152        524288     float     sum      -1    26.21   80.00   60.00      0    26.21   80.00   60.00      0
                """, "x.log");
        assertThat(reading.measurements()).hasSize(2);
        assertThat(reading.problems()).extracting(Entry.Problem::reason).hasSize(5)
                .allMatch(reason -> reason.startsWith("no row of all_reduce, which the log names above: "))
                .satisfiesExactly(reason -> assertThat(reason).contains("its operator is 'none'"),
                        reason -> assertThat(reason).contains("its root is 0"),
                        reason -> assertThat(reason).contains("it is not checked in place"),
                        reason -> assertThat(reason).contains("65536 elements of 1048576 bytes"),
                        reason -> assertThat(reason).contains("bus bandwidth is 60.00"));
    }

    /** Two programs of four ranks write into one output, line by line: no row may stand under the other's operation. */
    @Test
    void twoStartsBeforeAnEndAreTwoWriters() throws Exception {
        var gather = program("all_gather", "none", 65536, 30.0);
        for (var other : List.of(program("alltoall", "none", 65536, 30.5), program("all_reduce", "sum", 262144, 60.5),
                program("reduce_scatter", "sum", 65536, 30.5))) {
            var mixed = IntStream.range(0, gather.size())
                    .mapToObj(at -> gather.get(at) + "\n" + other.get(at) + "\n").collect(Collectors.joining());
            var reading = Reading.ofText(mixed, "x.log");
            var name = other.getFirst().replaceAll(".*: |_perf", "");
            assertThat(reading.measurements()).allSatisfy(
                    m -> assertThat(m.workload().operation().id())
                            .isEqualTo(String.valueOf(m.outcome().busbw()).contains(".5") ? name : "all_gather"));
            var flags = IntStream.rangeClosed(1, 9).boxed().flatMap(section -> reading.flags(section).stream())
                    .toList();
            assertThat(flags).contains("flag:mixed_output").doesNotContain("flag:not_connected");
        }
    }

    private static List<String> program(String name, String redop, int elements, double busbw) {
        return ("# Collective test starting: " + name + "_perf\n" + devices(4) + HEADER
                + " 1048576 %9d float %5s -1 26.21 40.00 %.2f N/A 26.21 40.00 %.2f N/A\n".repeat(3)
                        .formatted(elements, redop, busbw, busbw, elements, redop, busbw, busbw, elements, redop, busbw,
                                busbw)
                + "# Avg bus bandwidth    : " + busbw + "\n# Collective test concluded: " + name + "_perf").lines()
                .toList();
    }

    private static Set<Operation> operations(String log, String name) throws Exception {
        var reading = Reading.ofText(log, name);
        assertThat(reading.problems()).isEmpty();
        return reading.measurements().stream().map(m -> m.workload().operation()).collect(Collectors.toSet());
    }

    private static Measurement expect(Operation operation, String log, int measurements) throws Exception {
        var reading = Reading.ofText(log, "x.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).hasSize(measurements)
                .allSatisfy(m -> assertThat(m.workload().operation()).isEqualTo(operation));
        return reading.measurements().getFirst();
    }

    private static String devices(int ranks) {
        return IntStream.range(0, ranks)
                .mapToObj(rank -> "#  Rank %2d Pid %6d on     node-0 device %2d [0x1b] NVIDIA H200\n"
                        .formatted(rank, 4000 + rank, rank))
                .collect(Collectors.joining());
    }
}
