package org.gpucomm.results.format.canonical;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;

import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class CanonicalFormatTest {

    private static final Path SAMPLE = Path.of("src/test/resources/samples/gpucomm-csv/points.csv");

    @Test
    void theColumnsOfTheContractComeFirstInTheirOrder() {
        assertThat(String.join(",", Column.headers()))
                .startsWith("source,section,tool,tool_version,library,library_version,"
                        + "operation,variant,instance_type,gpu,nodes,ranks,problem,message_bytes,datatype,redop,root,placement,"
                        + "iterations,time_us,time_min_us,time_p50_us,time_p99_us,time_max_us,algbw_GBps,busbw_GBps,wrong,"
                        + "baseline_us,started_at,");
    }

    @Test
    void whatIsReadAndWrittenAgainIsTheSameText() throws Exception {
        var out = new StringBuilder();
        var writer = new CanonicalWriter(out);
        for (var measurement : Reading.ofFile(SAMPLE).measurements()) {
            writer.write(measurement);
        }
        assertThat(out).hasToString(Files.readString(SAMPLE));
    }

    @Test
    void columnsOfALaterVersionAndAnotherOrderAreNoObstacle() throws Exception {
        var reading = Reading.ofText("""
                future,operation,tool,section,source,busbw_GBps
                42,all_gather,nccl-tests,3,x.log,7.5
                """, "later.csv");
        assertThat(reading.measurements()).singleElement().satisfies(m -> {
            assertThat(m.section()).isEqualTo(3);
            assertThat(m.outcome().busbw()).hasToString("7.5 GB/s");
        });
    }

    @Test
    void aBadCellIsAProblemThatNamesColumnAndValue() throws Exception {
        var header = "source,section,tool,operation,ranks,placement,busbw_GBps\n";
        var reading = Reading.ofText(header + """
                x,1,t,all_reduce,eight,,1
                x,1,t,all_shuffle,8,,1
                x,1,t,all_reduce,8,sideways,1
                x,1,t,all_reduce,8,,
                x,1,,all_reduce,8,,1
                x,1,t,all_reduce,0,,1
                """, "bad.csv");
        assertThat(reading.rows()).isEmpty();
        assertThat(reading.problems()).extracting(problem -> problem.reason()).satisfiesExactly(
                reason -> assertThat(reason).isEqualTo("ranks is no whole number: 'eight'"),
                reason -> assertThat(reason).contains("unknown operation 'all_shuffle'", "all_reduce"),
                reason -> assertThat(reason).isEqualTo("placement: must be out_of_place or in_place, was 'sideways'"),
                reason -> assertThat(reason).isEqualTo("neither a time nor a bandwidth"),
                reason -> assertThat(reason).isEqualTo("tool is empty"),
                reason -> assertThat(reason).isEqualTo("ranks must be at least 1, was 0"));
    }
}
