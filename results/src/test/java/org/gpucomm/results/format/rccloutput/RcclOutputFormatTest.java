package org.gpucomm.results.format.rccloutput;

import static org.assertj.core.api.Assertions.assertThat;

import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class RcclOutputFormatTest {

    @Test
    void everyObjectIsAPlacement() throws Exception {
        var reading = Reading.ofSample("rccl-tests-json/without-mpi.json");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(m -> m.workload().placement() + " " + m.outcome().time() + " "
                + m.outcome().algbw() + " " + m.outcome().busbw() + " " + m.outcome().wrong()).containsExactly(
                        "OUT_OF_PLACE 19.25 µs 0.0531948051948052 GB/s 0.0797922077922078 GB/s 0",
                        "IN_PLACE 20.015 µs 0.051161628778416186 GB/s 0.07674244316762428 GB/s 0");
        assertThat(reading.measurements()).allSatisfy(m -> {
            assertThat(m.platform().ranks()).isEqualTo(4);
            assertThat(m.workload().datatype()).isEqualTo("float");
            assertThat(m.workload().redop()).isEqualTo("sum");
            assertThat(m.stack().tool()).isEqualTo("rccl-tests");
        });
    }

    @Test
    void cyclesOfACsvAreRepetitions() throws Exception {
        var reading = Reading.ofSample("rccl-tests-csv/cycles.csv");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(m -> m.workload().operation() + " " + m.workload().placement()
                + " " + m.outcome().time() + " " + m.outcome().busbw() + " " + m.outcome().metrics()).containsExactly(
                        "ALL_GATHER OUT_OF_PLACE 28.15 µs 32.5934 GB/s cycle=1",
                        "ALL_GATHER IN_PLACE 27.52 µs 33.3395 GB/s cycle=1",
                        "ALL_GATHER OUT_OF_PLACE 28.40 µs 32.3065 GB/s cycle=2");
        assertThat(reading.measurements()).allMatch(m -> m.settings().isEmpty());
    }

    @Test
    void aListOfObjectsIsReadAndACutOneIsAProblem() throws Exception {
        var object = "{\"algBw\":1.5,\"busBw\":2.25,\"inPlace\":0,\"name\":\"AllReduce\",\"size\":8,\"time\":1.0}";
        var reading = Reading.ofText("[" + object + ",\n" + object + "]\n{\"algBw\":1.5,\"busBw\":2.2\n", "x.json");
        assertThat(reading.rows()).hasSize(2);
        assertThat(reading.problems()).hasSize(1);
    }
}
