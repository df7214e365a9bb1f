package org.gpucomm.results.format.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.gpucomm.results.Operation;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class PerftestJsonFormatTest {

    private static final String DOCUMENT = """
            {
            "test_info": {
            "test": "RDMA_Write_BW_Test"
            },
            "results": {
            "MsgSize": 65536,
            "n_iterations": 5000,
            "BW_peak": 200.11,
            "BW_average": %s,
            "MsgRate": %s
            }
            }
            """;

    /** 23298.11 MiB/s, by 0.37277 million messages of 64 KiB a second: 24.43 GB/s either way. */
    @Test
    void namesWithoutQuotesAreReadAndTheRateOfMessagesTellsTheUnit() throws Exception {
        var reading = Reading.ofSample("perftest-json/unquoted-names-2023.json");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).singleElement().satisfies(m -> {
            assertThat(m.workload().operation()).isEqualTo(Operation.SEND);
            assertThat(m.workload().variant()).isEqualTo("bidirectional");
            assertThat(m.outcome().algbw()).hasToString("24.42983899136 GB/s");
            assertThat(m.settings()).hasToString("qps=4;connection=RC;transport=IB;link=Ethernet;mtu=4096;sl=3");
        });
    }

    @Test
    void gigabitsAreToldByTheSameRate() throws Exception {
        assertThat(Reading.ofText(DOCUMENT.formatted("390.98", "0.745734"), "x.json").measurements()).singleElement()
                .satisfies(m -> assertThat(m.outcome().algbw()).hasToString("48.87250 GB/s"));
    }

    @Test
    void aRateThatFitsNeitherUnitIsAProblem() throws Exception {
        assertThat(Reading.ofText(DOCUMENT.formatted("5.00", "0.745734"), "x.json").problems()).singleElement()
                .satisfies(problem -> assertThat(problem.reason()).contains("unit of BW_average is not known"));
    }
}
