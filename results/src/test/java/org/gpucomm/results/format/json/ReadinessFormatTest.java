package org.gpucomm.results.format.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class ReadinessFormatTest {

    @Test
    void bandwidthsOfCategoriesOfCommunicationAreRead() throws Exception {
        var reading = Reading.ofSample("nvcre-json/report.json");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(ReadinessFormatTest::said).containsExactly(
                "ALL_REDUCE 8 GiB 251.37 GB/s 471.32 GB/s samples=40 mnnvl=Disabled h100 2",
                "ALL_REDUCE 16 GiB 253.90 GB/s 476.06 GB/s samples=40 mnnvl=Disabled h100 2",
                "ALL_GATHER 16 GiB 480.11 GB/s 450.10 GB/s samples=40 mnnvl=Disabled h100 2");
        assertThat(reading.measurements()).allSatisfy(m -> {
            assertThat(m.stack().tool()).isEqualTo("nvcre");
            assertThat(m.stack().library()).isEqualTo("nccl");
            assertThat(m.outcome().time()).isNull();
        });
    }

    @Test
    void aReportInItsEnvelopeMayHaveFailed() throws Exception {
        var reading = Reading.ofSample("nvcre-json/webhook-failed.json");
        assertThat(reading.measurements()).extracting(ReadinessFormatTest::said).containsExactly(
                "REDUCE_SCATTER 4 GiB 301.52 GB/s 282.68 GB/s samples=12 mnnvl=Enabled;testScale=rack gb200 4");
        assertThat(reading.problems()).extracting(Entry.Problem::reason).singleElement().asString()
                .contains("nccl-reduce-scatter is Failed: busBW below threshold");
    }

    @Test
    void reportsMayBeInAList() throws Exception {
        var one = Files.readString(Path.of("src/test/resources/samples/nvcre-json/report.json")).strip();
        assertThat(Reading.ofText("[" + one + ",\n" + one + "]\n", "reports.json").measurements()).hasSize(6);
    }

    private static String said(Measurement m) {
        return m.workload().operation() + " " + m.workload().messageSize() + " " + m.outcome().algbw() + " "
                + m.outcome().busbw() + " " + m.outcome().metrics() + " " + m.settings() + " " + m.platform().gpu()
                + " "
                + m.platform().nodes();
    }
}
