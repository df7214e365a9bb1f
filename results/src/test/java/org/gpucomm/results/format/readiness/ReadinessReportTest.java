package org.gpucomm.results.format.readiness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class ReadinessReportTest {

    /** The same collective with NVLink across nodes and without are two curves. */
    @Test
    void whatABoxSaysAboveItsTableTellsItsRowsApart() throws Exception {
        var reading = Reading.ofSample("nvcre-report/four-nodes-mnnvl.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(ReadinessReportTest::said).containsExactly(
                "ALL_REDUCE 8 GiB 461.02 GB/s 864.41 GB/s samples=62 mnnvl=Enabled;testScale=full-scale gb200 4",
                "ALL_REDUCE 16 GiB 465.51 GB/s 872.83 GB/s samples=62 mnnvl=Enabled;testScale=full-scale gb200 4",
                "ALL_REDUCE 16 GiB 101.17 GB/s 189.69 GB/s samples=65 mnnvl=Disabled;testScale=full-scale gb200 4");
        assertThat(reading.facts(1)).extracting(Fact::name, Fact::value).contains(
                tuple("report_group_bandwidth", "group-1 871.6 GB/s"),
                tuple("report_platform", "aws"),
                tuple("report_result", "PASSED"));
        assertThat(reading.flags(1)).isEmpty();
    }

    @Test
    void aReportThatFailedSaysSo() throws Exception {
        var reading = Reading.ofSample("nvcre-report/failed-threshold.log");
        assertThat(reading.measurements()).hasSize(1);
        assertThat(reading.problems()).extracting(Entry.Problem::reason).containsExactly(
                "the report says: communication/nccl-all-reduce is Failed", "the report says: failed nodes: node-7",
                "the report says: the report's result is FAILED");
        assertThat(reading.flags(1)).containsExactly("flag:aborted");
        assertThat(reading.facts(1)).extracting(Fact::value)
                .anyMatch(value -> value.contains("busBW 189.69 below 680.00"));
    }

    /** A box alone, as somebody quotes it, and one of a category that is no collective. */
    @Test
    void aBoxMayStandAlone() throws Exception {
        var box = """
                ┌────────────────────────────────────────────────────────────────┐
                │  communication/%s│
                ├────────────────────────────────────────────────────────────────┤
                │  Nodes/Job: 2                                                  │
                │  Bandwidth:                                                    │
                │    Size       AlgBW        BusBW        Samples                │
                │    16 GB      84.40 GB/s   79.11 GB/s   66                     │
                └────────────────────────────────────────────────────────────────┘
                """;
        assertThat(Reading.ofText(box.formatted("nccl-alltoall        "), "x.txt").measurements())
                .extracting(ReadinessReportTest::said)
                .containsExactly("ALLTOALL 16 GiB 84.40 GB/s 79.11 GB/s samples=66  null 2");
        var loopback = Reading.ofText(box.formatted("nccl-loopback        "), "x.txt");
        assertThat(loopback.measurements()).isEmpty();
        assertThat(loopback.problems()).extracting(Entry.Problem::reason)
                .containsExactly("the category 'communication/nccl-loopback' is of no operation that is known");
    }

    private static String said(Measurement m) {
        return m.workload().operation() + " " + m.workload().messageSize() + " " + m.outcome().algbw() + " "
                + m.outcome().busbw() + " " + m.outcome().metrics() + " " + m.settings() + " " + m.platform().gpu()
                + " " + m.platform().nodes();
    }
}
