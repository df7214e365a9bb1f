package org.gpucomm.results.format.libefaxx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;

import org.assertj.core.data.Percentage;
import org.gpucomm.results.Operation;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class LibefaxxFormatTest {

    @Test
    void progressIsNoResultAndGroupsAreNamedByTheHeader() throws Exception {
        var reading = Reading.ofSample("libefaxx/progress-then-write.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.flags(1)).isEmpty();
        assertThat(reading.measurements()).extracting(m -> m.workload().variant()).containsExactly("fabric-host",
                "fabric-multi-dma", "fabric-host", "fabric-multi-dma");
        assertThat(reading.measurements()).extracting(m -> m.workload().operation()).containsOnly(Operation.WRITE);
        assertThat(reading.measurements()).extracting(m -> m.workload().iterations()).containsOnly(50L);
    }

    /** 8 · size / latency, in Gb/s, is what the group's own column says. */
    @Test
    void gigabitsBecomeGigabytes() throws Exception {
        var rows = Reading.ofSample("libefaxx/progress-then-write.log").measurements();
        assertThat(rows.getFirst().outcome().algbw()).hasToString("7.50000 GB/s");
        assertThat(rows).allSatisfy(m -> {
            double bytes = Objects.requireNonNull(m.workload().messageSize()).count();
            double micros = Objects.requireNonNull(m.outcome().time()).doubleValue();
            assertThat(Objects.requireNonNull(m.outcome().algbw()).doubleValue()).isCloseTo(bytes / micros / 1000,
                    Percentage.withPercentage(0.1));
        });
    }

    @Test
    void theQueuesTablesAreTwoRunsOfOperationsASecond() throws Exception {
        var rows = Reading.ofSample("libefaxx/queue-two-modes.log").measurements();
        assertThat(rows).hasSize(9).extracting(m -> m.workload().operation()).containsOnly(Operation.QUEUE);
        assertThat(rows.getFirst().workload().variant()).isEqualTo("managed+blocking");
        assertThat(rows.getFirst().outcome().metrics()).hasToString("rate_Mops=0.21");
        assertThat(rows.getFirst().settings().isEmpty()).isTrue();
        assertThat(rows.getFirst().outcome().algbw()).isNull();
        assertThat(rows.getLast().section()).isEqualTo(2);
        assertThat(rows.getLast().workload().variant()).isEqualTo("gdr-queue+nbi");
    }

    @Test
    void gridsOfTheGpusOwnWritesAreVariantsAndAMissingFooterIsAFlag() throws Exception {
        var reading = Reading.ofSample("libefaxx/ipc-without-footer.log");
        assertThat(reading.measurements()).extracting(m -> m.stack().library() + " " + m.workload().variant())
                .containsExactly("cuda ipc+grid-1x256", "cuda ipc+grid-32x256");
        assertThat(reading.flags(1)).containsExactly("flag:incomplete");
    }

    @Test
    void aPatternWithAQueueInItIsStillAWrite() throws Exception {
        var reading = Reading.ofText("""
                # EFA Proxy Write Benchmark
                #
                # nranks: 2
                # Pattern: GPU kernel -> Queue -> RDMA write, rank0 -> rank_k
                #
                        size        count    ProxySingleNBI   BusBW(%)    Lat(us)
                        1024          256             10.00       10.0       0.82
                        2048          511             10.00       10.0       1.64
                        4096         1024             10.00       10.0        3.2x
                #
                # Benchmark complete.
                """, "run.log");
        assertThat(reading.measurements()).singleElement().satisfies(m -> {
            assertThat(m.workload().operation()).isEqualTo(Operation.WRITE);
            assertThat(m.workload().variant()).isEqualTo("proxy-single+nbi");
        });
        assertThat(reading.problems()).extracting(problem -> problem.reason().substring(0, 19))
                .contains("the count is not a ");
    }
}
