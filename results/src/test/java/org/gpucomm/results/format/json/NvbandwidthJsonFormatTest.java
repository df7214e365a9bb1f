package org.gpucomm.results.format.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class NvbandwidthJsonFormatTest {

    @Test
    void eachCellIsAMeasurementWithItsRowAndColumn() throws Exception {
        var reading = Reading.ofSample("nvbandwidth-json/two-gpus.json");
        assertThat(reading.measurements()).extracting(m -> m.workload().variant() + " " + m.settings()).containsExactly(
                "device_to_host_memcpy_ce row=0;column=0", "device_to_host_memcpy_ce row=0;column=1",
                "device_to_device_memcpy_write_ce row=0;column=1", "device_to_device_memcpy_write_ce row=1;column=0",
                "host_device_latency_sm row=0;column=0", "host_device_latency_sm row=0;column=1");
        assertThat(reading.rows()).hasSize(3);
    }

    @Test
    void latenciesAreNanosecondsByTheirDescription() throws Exception {
        var latency = Reading.ofSample("nvbandwidth-json/two-gpus.json").measurements().get(4).outcome();
        assertThat(latency.time()).hasToString("0.9015 µs");
        assertThat(latency.algbw()).isNull();
    }

    @Test
    void aTestThatIsNotFoundIsAProblemAndAWaivedOneAFact() throws Exception {
        var reading = Reading.ofSample("nvbandwidth-json/two-gpus.json");
        assertThat(reading.problems()).singleElement()
                .satisfies(problem -> assertThat(problem.reason()).isEqualTo("nonsense: Not Found"));
        assertThat(reading.facts(1)).contains(new Entry.Fact("status:device_local_copy", "Waived"),
                new Entry.Fact("host", "box"), new Entry.Fact("gpu", "NVIDIA L40S"));
    }

    @Test
    void aDeviceThatIsNoneTellsNothing() throws Exception {
        var reading = Reading.ofText("{\"nvbandwidth\":{\"GPU Device list\":[\"0:  (x): (\", \"\", \": (\"]}}\n",
                "x.json");
        assertThat(reading.facts(1)).isEmpty();
    }

    @Test
    void textAroundTheJsonIsNoPartOfIt() throws Exception {
        var reading = Reading.ofText("""
                $ ./nvbandwidth -j -t host_to_device_memcpy_ce
                {
                  "nvbandwidth": {
                    "version": "v0.8",
                    "testcases": [ { "name": "host_to_device_memcpy_ce", "status": "Passed",
                      "bandwidth_description": "memcpy CE CPU(row) -> GPU(column) bandwidth (GB/s)",
                      "bandwidth_matrix": [ [ "55.5" ] ], "sum": 55.5 } ]
                  }
                }
                $ date
                """, "x.log");
        assertThat(reading.measurements()).extracting(Measurement::section).containsExactly(1);
        assertThat(reading.problems()).isEmpty();
    }

    @Test
    void afterABreakLinesOfJsonAreProblems() throws Exception {
        var reading = Reading.ofText("""
                {
                  "nvbandwidth": {
                    "testcases": [ { "name": "a", "status": "Pas
                    "sum": 55.5 } ]
                  }
                }
                """, "x.json");
        assertThat(reading.problems()).extracting(Entry.Problem::line).contains(3L, 4L, 5L, 6L);
        assertThat(reading.flags(1)).containsExactly("flag:incomplete");
    }
}
