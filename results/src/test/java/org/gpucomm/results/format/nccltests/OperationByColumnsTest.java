package org.gpucomm.results.format.nccltests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.Operation;
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
