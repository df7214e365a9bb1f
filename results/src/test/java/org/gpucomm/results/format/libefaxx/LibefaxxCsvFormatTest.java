package org.gpucomm.results.format.libefaxx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;

import org.assertj.core.data.Percentage;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Operation;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class LibefaxxCsvFormatTest {

    @Test
    void eachGroupOfColumnsIsAMeasurement() throws Exception {
        var measurements = Reading.ofSample("libefaxx-csv/write.csv").measurements();
        assertThat(measurements).extracting(m -> m.workload().variant()).containsExactly("single-pin", "multi-dma",
                "single-pin", "multi-dma");
        assertThat(measurements).extracting(m -> m.workload().operation()).containsOnly(Operation.WRITE);
        assertThat(measurements).extracting(m -> m.workload().messageSize()).containsExactly(new Bytes(262144),
                new Bytes(262144), new Bytes(1L << 30), new Bytes(1L << 30));
    }

    @Test
    void gigabitsBecomeGigabytesWithoutLosingADigit() throws Exception {
        var last = Reading.ofSample("libefaxx-csv/write.csv").measurements().getLast();
        assertThat(last.outcome().algbw()).hasToString("47.50000 GB/s");
        assertThat(last.outcome().efficiency()).hasToString("95.0");
        assertThat(last.outcome().time()).hasToString("22605.09 µs");
    }

    @Test
    void bandwidthAgreesWithSizeAndLatencyOfTheSameRow() throws Exception {
        assertThat(Reading.ofSample("libefaxx-csv/write.csv").measurements()).allSatisfy(m -> {
            double bytes = Objects.requireNonNull(m.workload().messageSize()).count();
            double micros = Objects.requireNonNull(m.outcome().time()).doubleValue();
            assertThat(Objects.requireNonNull(m.outcome().algbw()).doubleValue()).isCloseTo(bytes / micros / 1000,
                    Percentage.withPercentage(0.1));
        });
    }

    @Test
    void theQueueHasNoShareOfALink() throws Exception {
        var rows = Reading.ofSample("libefaxx-csv/queue.csv").measurements();
        assertThat(rows).extracting(m -> m.workload().operation()).containsOnly(Operation.QUEUE);
        assertThat(rows).extracting(m -> m.workload().variant()).containsExactly("blocking", "nbi");
        assertThat(rows).extracting(m -> m.outcome().efficiency()).containsOnlyNulls();
    }

    @Test
    void namesOfGroupsBecomeVariants() {
        assertThat(new ColumnGroup("ProxyMultiNBI", 0, 0, 0).variant()).isEqualTo("proxy-multi+nbi");
        assertThat(new ColumnGroup("RoundRobinDMA", 0, 0, 0).variant()).isEqualTo("round-robin-dma");
        assertThat(new ColumnGroup("NBI", 0, 0, 0).variant()).isEqualTo("nbi");
    }
}
