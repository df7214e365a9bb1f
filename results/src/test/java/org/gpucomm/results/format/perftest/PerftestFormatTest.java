package org.gpucomm.results.format.perftest;

import static org.assertj.core.api.Assertions.assertThat;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Operation;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class PerftestFormatTest {

    /** 390.88 Gb/s are 390.88 / 8 GB/s. */
    @Test
    void titleSettingsAndGigabitsAreRead() throws Exception {
        var reading = Reading.ofSample("perftest/write-bw-all-2023.log");
        var last = reading.measurements().getLast();
        assertThat(last.workload().operation()).isEqualTo(Operation.WRITE);
        assertThat(last.workload().variant()).isEqualTo("bidirectional");
        assertThat(last.workload().messageSize()).isEqualTo(new Bytes(65536));
        assertThat(last.outcome().algbw()).hasToString("48.86000 GB/s");
        assertThat(last.settings().text()).contains("qps=2", "connection=RC", "transport=IB", "mtu=4096", "link=IB");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.flags(1)).isEmpty();
    }

    @Test
    void latenciesAreMinimumMedianMeanMaximumAndPercentile() throws Exception {
        var first = Reading.ofSample("perftest/send-lat-and-qos.log").measurements().getFirst().outcome();
        assertThat(first.timeMin()).hasToString("1.41 µs");
        assertThat(first.timeP50()).hasToString("1.46 µs");
        assertThat(first.time()).hasToString("1.47 µs");
        assertThat(first.timeP99()).hasToString("1.71 µs");
        assertThat(first.timeMax()).hasToString("4.88 µs");
    }

    /** MB/sec means 2²⁰ bytes: 5449.83 · 1048576 / 10⁹. */
    @Test
    void megabytesAreBinaryAndServiceLevelsAreApart() throws Exception {
        var rows = Reading.ofSample("perftest/send-lat-and-qos.log").measurements();
        assertThat(rows.get(1).outcome().algbw()).hasToString("5.71456094208 GB/s");
        assertThat(rows.get(1).settings().text()).endsWith("sl=0");
        assertThat(rows.get(2).settings().text()).endsWith("sl=3");
        assertThat(rows).extracting(m -> m.section()).containsExactly(1, 2, 2);
    }

    @Test
    void aRunForATimeIsReadWithoutPeakAndItsCutRowIsAProblem() throws Exception {
        var reading = Reading.ofSample("perftest/duration-cpu-util-cut.log");
        assertThat(reading.measurements()).singleElement().satisfies(m -> {
            assertThat(m.outcome().algbw()).hasToString("12.01678581760 GB/s");
            assertThat(m.workload().operation()).isEqualTo(Operation.READ);
        });
        assertThat(reading.problems()).singleElement()
                .satisfies(problem -> assertThat(problem.reason()).isEqualTo("expected 6 columns, found 2"));
        assertThat(reading.flags(1)).containsExactly("flag:incomplete");
    }

    @Test
    void aConnectionThatFailsIsReportedAndFlagged() throws Exception {
        var reading = Reading.ofText("                    Send BW Test\n Number of qps   : 1\n"
                + "Couldn't connect to 10.9.8.7:18515\n", "x.log");
        assertThat(reading.failures()).containsExactly(3L);
        assertThat(reading.flags(1)).contains("flag:aborted", "flag:incomplete");
    }

    /** 0.183585 million messages of 64 KiB a second are 96.25 Gb/s. */
    @Test
    void theMessageRateDecidesOnTheUnit() throws Exception {
        var reading = Reading.ofText("""
                RDMA_Write BW Test
                 #bytes     #iterations    BW peak[MB/sec]    BW average[MB/sec]   MsgRate[Mpps]
                 65536      1101500          0.00               96.25              0.183585
                 65536      1101500          0.00               11474.06           0.183585
                """, "x.log");
        assertThat(reading.measurements()).extracting(m -> m.outcome().algbw().toString())
                .containsExactly("12.03125 GB/s", "12.03142393856 GB/s");
    }

    @Test
    void severalPortsKeepTheirSum() throws Exception {
        var reading = Reading.ofText("""
                RDMA_Write BW Test
                 #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]   BW Port1[Gb/sec]   MsgRate Port1[Mpps]   BW Port2[Gb/sec]   MsgRate Port2[Mpps]
                 65536      10000            196.40             196.32              0.374451        98.20              0.187301              98.12               0.187150
                """, "x.log");
        assertThat(reading.measurements()).singleElement()
                .satisfies(m -> assertThat(m.outcome().algbw()).hasToString("24.54000 GB/s"));
    }
}
