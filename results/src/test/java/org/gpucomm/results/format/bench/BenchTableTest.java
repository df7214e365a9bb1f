package org.gpucomm.results.format.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.gpucomm.results.Operation;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class BenchTableTest {

    private static final String WRITES = """
            # gpucomm 0.1.0 measures write of cuda 13.0
            # minBytes: 1024
            # iters: 20
            # settings: pair=0-1
            # rank 0: host-a, process 41, device  0 [0000:53:00] NVIDIA H200
            # rank 1: host-a, process 41, device  1 [0000:54:00] NVIDIA H200
            #      bytes           variant                  settings    time(us)         p99  algbw(GB/s)  busbw(GB/s)   wrong  more
                    1024            kernel      blocks=8;threads=256        1.52        2.10          0.67         0.67       0  slowest_rank=1;fastest=1
                    1024       copy_engine                         -       12.30           -          0.08            -       -  -
            # wrong results: 0 OK
            """;

    @Test
    void columnsSettingsAndMetricsAreThoseOfTheTable() throws Exception {
        var reading = Reading.ofText(WRITES, "writes.log");
        assertThat(reading.format().id()).isEqualTo("gpucomm-bench");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.flags(1)).isEmpty();
        assertThat(reading.measurements()).hasSize(2).allSatisfy(row -> {
            assertThat(row.stack())
                    .hasToString("Stack[tool=gpucomm, toolVersion=0.1.0, library=cuda, libraryVersion=13.0]");
            assertThat(row.platform()).hasToString("Platform[instanceType=null, gpu=NVIDIA H200, nodes=1, ranks=2]");
            assertThat(row.workload().operation()).isEqualTo(Operation.WRITE);
            assertThat(row.workload().messageSize()).hasToString("1 KiB");
            assertThat(row.workload().iterations()).isEqualTo(20);
        });
        assertThat(reading.measurements()).extracting(row -> row.workload().variant() + " " + row.settings() + " "
                + row.outcome().time() + " " + row.outcome().timeP99() + " " + row.outcome().busbw() + " "
                + row.outcome().wrong() + " " + row.outcome().metrics()).containsExactly(
                        "kernel pair=0-1;blocks=8;threads=256 1.52 µs 2.10 µs 0.67 GB/s 0 slowest_rank=1;fastest=1",
                        "copy_engine pair=0-1 12.30 µs null null null ");
    }

    @Test
    void anApplicationHasItsBaselineAndSpeedup() throws Exception {
        var reading = Reading.ofText("""
                # gpucomm 0.1.0 measures jacobi of cuda
                # rank 0: h, process 1, device  0 [0000:53:00] NVIDIA H200
                # results are not checked: --check 0
                #      problem           variant    time(us)  algbw(GB/s)  busbw(GB/s)   wrong  more
                  16384x16384            linked   275000.00            -            -       -  baseline_us=550000.00;speedup=2.00;efficiency_pct=100.00
                # wrong results: N/A, not checked
                """, "jacobi.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).singleElement().satisfies(row -> {
            assertThat(row.workload().problem()).isEqualTo("16384x16384");
            assertThat(row.outcome().baseline()).hasToString("550000.00 µs");
            assertThat(row.outcome().speedup()).hasToString("2.00");
            assertThat(row.outcome().efficiency()).hasToString("100.00");
            assertThat(row.outcome().metrics().isEmpty()).isTrue();
        });
        assertThat(reading.facts(1))
                .anySatisfy(fact -> assertThat(fact).hasToString("Fact[name=unchecked, value=--check 0]"));
    }

    @Test
    void wrongDataTornRowsAndSecondTablesAreSeen() throws Exception {
        var torn = WRITES.replace("0.08            -       -  -", "0.08");
        var reading = Reading.ofText(torn.replace("0 OK", "1 FAILED") + WRITES, "writes.log");
        assertThat(reading.flags(1)).containsExactly("flag:wrong_data");
        assertThat(reading.problems()).singleElement()
                .satisfies(problem -> assertThat(problem.reason()).isEqualTo("expected 9 columns, found 6"));
        assertThat(reading.measurements()).extracting(row -> row.section()).containsExactly(1, 2, 2);
        assertThat(Reading.ofText(WRITES.replace("measures write", "measures fright"), "x.log").problems())
                .extracting(problem -> problem.reason()).contains("the operation 'fright' is none that is known");
    }
}
