package org.gpucomm.results.format.nccom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Objects;

import org.gpucomm.results.Operation;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class NccomFormatTest {

    @Test
    void operationAndWorkersAreInTheCommand() throws Exception {
        var reading = Reading.ofSample("nccom-test/allreduce-slurm.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(m -> m.workload().messageSize() + " " + m.outcome().time() + " "
                + m.outcome().algbw() + " " + m.outcome().busbw()).containsExactly(
                        "512 KiB 438.21 µs 1.20 GB/s 2.36 GB/s", "8 MiB 501.4 µs 16.73 GB/s 32.94 GB/s",
                        "128 MiB 7025.18 µs 19.11 GB/s 37.61 GB/s");
        assertThat(reading.measurements()).allSatisfy(m -> {
            assertThat(m.workload().operation()).isEqualTo(Operation.ALL_REDUCE);
            assertThat(m.workload().datatype()).isEqualTo("bf16");
            assertThat(m.platform().ranks()).isEqualTo(64);
            assertThat(m.platform().nodes()).isEqualTo(2);
            assertThat(m.stack().library()).isEqualTo("nccom");
        });
    }

    /** 524288 B in 179 µs are 2.93 GB/s of 10⁹ bytes; the first releases print 2.73, of 2³⁰. */
    @Test
    void theFirstReleasesCountGigabytesOf2ToThe30() throws Exception {
        var rows = Reading.ofSample("nccom-test/first-release-allgather.log").measurements();
        assertThat(rows).hasSize(3);
        var last = rows.getLast();
        assertThat(last.workload().operation()).isEqualTo(Operation.ALL_GATHER);
        assertThat(last.outcome().algbw()).hasToString("2.93131517952 GB/s");
        assertThat(Objects.requireNonNull(last.outcome().algbw()).doubleValue()).isCloseTo(524_288 / 179.0 / 1000,
                within(0.01));
    }

    @Test
    void aTableWithoutACommandTakesTheOperationFromTheFilesNameOrRefuses() throws Exception {
        var table = "   size(B)    count(elems)    type    time:avg(us)    algbw(GB/s)    busbw(GB/s)\n"
                + "    524288          131072    fp32           24.15          21.71          21.03\n";
        assertThat(Reading.ofText(table, "nccom-all_gather.log").measurements()).hasSize(1);
        assertThat(Reading.ofText(table, "x.log").problems()).hasSize(1);
    }

    /** 524288 B / 179 µs are 2.93 GB/s, or 2.73 of 2³⁰ bytes each: a column more does not make another unit of it. */
    @Test
    void aColumnMoreOrLessChangesNoUnit() throws Exception {
        var more = Reading.ofText("size(B) count(elems) type time(us) delta algbw(GB/s) busbw(GB/s)\n"
                + "524288 131072 fp32 179 1 2.73 2.64\n", "allgather.log");
        assertThat(more.format().id()).isEqualTo("nccom-test");
        assertThat(more.measurements()).singleElement()
                .satisfies(m -> assertThat(m.outcome().algbw()).hasToString("2.93131517952 GB/s"));
        assertThat(more.problems()).singleElement().satisfies(
                problem -> assertThat(problem.reason()).contains("columns that are not known here")
                        .endsWith("'delta'"));
        var less = Reading.ofText("size(B) count(elems) type algbw(GB/s) busbw(GB/s)\n"
                + "524288 131072 fp32 2.73 2.64\n", "allgather.log");
        assertThat(less.measurements()).isEmpty();
        assertThat(less.problems()).singleElement()
                .satisfies(problem -> assertThat(problem.reason()).startsWith("whether GB/s are of 10⁹ or 2³⁰ bytes"));
    }
}
