package org.gpucomm.results.format.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Operation;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class UcxFormatTest {

    /** MB are 2²⁰ bytes: 23397.28 · 1048576 / 10⁹. */
    @Test
    void onlyTheFinalLineIsAResult() throws Exception {
        var reading = Reading.ofSample("ucx-perftest/tag-bw-cuda-final.log");
        assertThat(reading.measurements()).singleElement().satisfies(m -> {
            assertThat(m.workload().operation()).isEqualTo(Operation.SEND);
            assertThat(m.workload().variant()).isEqualTo("tag+cuda-to-cuda");
            assertThat(m.workload().messageSize()).isEqualTo(new Bytes(4 << 20));
            assertThat(m.workload().iterations()).isEqualTo(1000);
            assertThat(m.outcome().time()).hasToString("170.960 µs");
            assertThat(m.outcome().timeP50()).hasToString("170.300 µs");
            assertThat(m.outcome().algbw()).hasToString("24.53382627328 GB/s");
        });
        assertThat(reading.flags(1)).isEmpty();
    }

    @Test
    void csvTakesTestAndSizeFromTheCommand() throws Exception {
        var reading = Reading.ofSample("ucx-perftest/put-latency-csv.log");
        assertThat(reading.measurements()).singleElement().satisfies(m -> {
            assertThat(m.workload().operation()).isEqualTo(Operation.PUT);
            assertThat(m.workload().messageSize()).isEqualTo(new Bytes(8));
            assertThat(m.outcome().time()).hasToString("1.142 µs");
        });
    }

    @Test
    void severalThreadsPrintTheirSumsOnly() throws Exception {
        var reading = Reading.ofSample("ucx-perftest/am-bw-four-threads.log");
        assertThat(reading.measurements()).singleElement().satisfies(m -> {
            assertThat(m.outcome().time()).hasToString("0.106 µs");
            assertThat(m.outcome().algbw()).hasToString("9.66071943168 GB/s");
        });
    }

    @Test
    void aFinalLineThatIsCutIsAProblemAndProgressAloneIsIncomplete() throws Exception {
        var reading = Reading.ofText("| Test:         put bandwidth    |\n"
                + "|    Stage     | # iterations | 50.0%ile | average | overall |  average |  overall |  average  |  overall  |\n"
                + "[thread 0]  100  41.900  42.631  42.631  23457.00  23457.00  23457  23457\n"
                + "Final:      500  41.900  42.100  42.400\n", "x.log");
        assertThat(reading.rows()).isEmpty();
        assertThat(reading.problems()).singleElement().satisfies(problem -> assertThat(problem.line()).isEqualTo(4));
        assertThat(reading.flags(1)).containsExactly("flag:incomplete");
    }

    @Test
    void progressThatSwingsIsAFactOfTheRun() throws Exception {
        var head = "|    Stage     | # iterations | 50.0%ile | average | overall |  average |  overall |  average  |  overall  |\n";
        var text = new StringBuilder(head);
        for (int i = 1; i <= 6; i++) {
            text.append("[thread 0]  %d0  41.900  42.631  42.631  %d.00  9500.00  5  9\n".formatted(i,
                    i % 2 == 0 ? 20000 : 5000));
        }
        text.append("Final:      60  41.900  42.100  42.400  9500.00  9500.00  9  9\n");
        assertThat(Reading.ofText(text.toString(), "x.log").facts(1))
                .contains(new Entry.Fact(Entry.Fact.SWING, "5.2 to 21.0 GB/s"));
        assertThat(Reading.ofText(text.toString().replace(" 20000.00", " 6000.00"), "x.log").facts(1))
                .noneMatch(fact -> fact.name().equals(Entry.Fact.SWING));
    }

    /** Before version 1.10 the result looks like progress: it is the last line. */
    @Test
    void ofOldVersionsTheLastLineIsTheResultWithOrWithoutTheBoxAboveIt() throws Exception {
        var row = "         %d    11.204    11.310    %s      86.17      86.02       88240       88090\n";
        var rows = row.formatted(88240, "11.330") + row.formatted(100000, "11.352");
        var reading = Reading.ofText(rows + "+ ucx_perftest -t tag_bw -s 1024 10.0.0.2\n"
                + "| # iterations | typical | average | overall |  average |  overall |   average |   overall |\n"
                + "+--------------+---------+---------+---------+----------+----------+-----------+-----------+\n"
                + rows, "x.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.flags(1)).isEmpty();
        assertThat(reading.measurements()).extracting(
                m -> m.workload().operation() + " " + m.workload().messageSize() + " " + m.outcome().time() + " "
                        + m.outcome().timeP50() + " " + m.workload().iterations())
                .containsExactly("TRANSFER null 11.352 µs 11.204 µs 100000", "SEND 1 KiB 11.352 µs 11.204 µs 100000");
        assertThat(reading.rows()).extracting(Entry.Row::line).containsExactly(0L, 0L);
    }
}
