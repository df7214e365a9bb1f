package org.gpucomm.results.format.fabtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;

import org.gpucomm.results.Decimal;
import org.gpucomm.results.Operation;
import org.gpucomm.results.format.Flag;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class FabtestsFormatTest {

    /** 10.97 MB/s times 100.27 µs is 1099.96 bytes, give or take half a byte: not the 1024 that 1k begins with. */
    @Test
    void aSizeThatWasCutIsRecoveredFromBandwidthAndTime() throws Exception {
        var reading = Reading.ofSample("fabtests/rma-read-odd-sizes.log");
        assertThat(reading.measurements())
                .extracting(m -> Objects.requireNonNull(m.workload().messageSize()).count())
                .containsExactly(64L, 1024L, 1100L, 1536L, 8L << 20);
        assertThat(reading.problems()).isEmpty();
    }

    @Test
    void aCutSizeThatSeveralFitIsNotGuessed() {
        assertThat(Size.of("2.8m", new Decimal("10837.99"), new Decimal("276.80"))).isEmpty();
        assertThat(Size.of("3m", new Decimal("10522.41"), new Decimal("298.95"))).map(size -> size.count())
                .hasValue(3L << 20);
    }

    @Test
    void aSuffixMayBeOfEitherCase() {
        assertThat(Size.of("512M", new Decimal("23970.91"), new Decimal("22396.69"))).map(size -> size.count())
                .hasValue(512L << 20);
    }

    @Test
    void theCommandTellsOperationAndVariant() throws Exception {
        assertThat(Reading.ofSample("fabtests/rma-read-odd-sizes.log").measurements())
                .allMatch(m -> m.workload().operation() == Operation.READ);
        var yaml = Reading.ofSample("fabtests/machine-readable.log").measurements();
        assertThat(yaml).allMatch(m -> m.workload().operation() == Operation.SEND)
                .allMatch(m -> "tagged+pingpong".equals(m.workload().variant()));
    }

    @Test
    void yamlHasWholeSizesAndAllDigits() throws Exception {
        var last = Reading.ofSample("fabtests/machine-readable.log").measurements().getLast();
        assertThat(Objects.requireNonNull(last.workload().messageSize()).count()).isEqualTo(65537);
        assertThat(last.outcome().time()).hasToString("20.055000 µs");
        assertThat(last.outcome().algbw()).hasToString("3.267863376 GB/s");
        assertThat(last.workload().iterations()).isEqualTo(100);
    }

    @Test
    void countsAreDecimalAndSizesBinary() throws Exception {
        var first = Reading.ofSample("fabtests/rma-read-odd-sizes.log").measurements().getFirst();
        assertThat(first.workload().iterations()).isEqualTo(20_000);
        assertThat(first.outcome().algbw()).hasToString("0.05000 GB/s");
    }

    @Test
    void aFailureFlagsTheRunInItsOwnWords() throws Exception {
        var reading = Reading.ofSample("fabtests/pingpong-then-failure.log");
        assertThat(reading.rows()).hasSize(2);
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.failures()).containsExactly(4L);
        assertThat(reading.flags(1)).containsExactly("flag:aborted");
    }

    @Test
    void aFailureWithoutAnyTableIsReportedToo() throws Exception {
        var reading = Reading.ofText("fi_getinfo(): common/shared.c:1006, ret=-61 (No data available)\n", "x.log");
        assertThat(reading.failures()).hasSize(1);
        assertThat(reading.detail(1, Flag.ABORTED)).contains("No data available");
    }

    @Test
    void aTableThatNothingNamesIsATransferAndNoMore() throws Exception {
        var text = "bytes   iters   total       time     MB/sec    usec/xfer   Mxfers/sec\n"
                + "64      20k     1.2m        0.02s     50.00       1.28       0.78\n";
        assertThat(Reading.ofText(text, "out.log").measurements()).extracting(m -> m.workload().operation())
                .containsExactly(Operation.TRANSFER);
    }

    @Test
    void aLoneNumberIsARowThatWasCutOnlyRightBelowARow() throws Exception {
        var text = "bytes   iters   total       time     MB/sec    usec/xfer   Mxfers/sec\n"
                + "64      20k     1.2m        0.02s     50.00       1.28       0.78\n128\nbye\n42\n";
        var reading = Reading.ofText(text, "fi_rma_bw.log");
        assertThat(reading.problems()).singleElement().satisfies(problem -> assertThat(problem.line()).isEqualTo(3));
    }
}
