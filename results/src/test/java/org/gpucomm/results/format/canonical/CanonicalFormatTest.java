package org.gpucomm.results.format.canonical;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.apache.commons.csv.CSVFormat;
import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Micros;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Placement;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.Workload;
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

    /** The writer writes empty cells itself; Commons CSV with the texts of all columns is the other way. */
    @Test
    void everyCellIsWrittenAsItsColumnSaysWithTheQuotesOfCommonsCsv() throws Exception {
        var all = new ArrayList<>(
                List.of("plain", "a,b", "say \"x\"", "#first", " led", "trailed ", "+5", "zwölf", "\"",
                        "x;y=1"));
        for (char c = ' '; c < 0x82; c++) {
            all.addAll(List.of(c + "a", "a" + c + "b", "a" + c));
        }
        var texts = all.toArray(String[]::new);
        var written = new StringBuilder();
        var expected = new StringBuilder();
        var writer = new CanonicalWriter(written);
        var format = CSVFormat.RFC4180.builder().setRecordSeparator('\n').get();
        format.printRecord(expected, Column.headers().toArray());
        for (int i = 0; i < texts.length; i++) {
            var measurement = measurement(texts[i % texts.length], i);
            writer.write(measurement);
            format.printRecord(expected,
                    Stream.of(Column.values()).map(column -> column.textOf(measurement)).toArray());
        }
        assertThat(written).hasToString(expected.toString());
    }

    private static Measurement measurement(String text, int i) {
        var time = i % 2 == 0 ? Micros.of(new Decimal("1" + i + ".50")) : null;
        var stack = new Stack(text, i % 3 == 0 ? null : text, text, null);
        var platform = new Platform(text, i % 3 == 1 ? text : null, i % 4 == 0 ? null : i, i + 1);
        var workload = new Workload(Operation.values()[i % 5], i % 2 == 0 ? text : null, i % 3 == 0 ? text : null,
                i % 5 == 0 ? null : new Bytes(1L << i % 60), text, i % 2 == 0 ? null : text, i % 3 == 0 ? null : i - 1,
                i % 3 == 0 ? null : Placement.values()[i % 2], i % 4 == 1 ? null : 20L * i);
        var outcome = new Outcome(time, time, i % 4 == 0 ? time : null, null, time,
                Bandwidth.ofGigabytesPerSecond(new Decimal("1.34218e+08")), null, i % 2 == 0 ? Decimal.ZERO : null,
                time,
                null, i % 5 == 0 ? new Decimal("93.66") : null, NamedValues.parse(i % 4 == 0 ? text : null));
        return new Measurement(text, 1 + i / 7, stack, platform, workload, outcome, i % 2 == 0 ? null : text,
                NamedValues.parse(i % 3 == 0 ? null : text));
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
    void settingsAndMetricsComeBackAsTheyWereWritten() throws Exception {
        var out = new StringBuilder();
        new CanonicalWriter(out).write(measurement("NCCL_ALGO=Ring;b=2", 4));
        assertThat(out.toString().lines().findFirst().orElseThrow()).endsWith(",settings,metrics");
        assertThat(Reading.ofText(out.toString(), "again.csv").measurements()).singleElement().satisfies(m -> {
            assertThat(m.settings()).isEqualTo(NamedValues.parse("b=2;NCCL_ALGO=Ring"));
            assertThat(m.outcome().metrics()).isEqualTo(NamedValues.parse("b=2;NCCL_ALGO=Ring"));
        });
    }

    @Test
    void aFileWithTheColumnMetricsKeepsItsSettings() throws Exception {
        var reading = Reading.ofText("""
                source,section,tool,operation,time_us,settings,metrics
                x,1,t,all_reduce,31.36,rank=3,stddev_us=0.5
                """, "new.csv");
        assertThat(reading.measurements()).extracting(m -> m.settings() + "|" + m.outcome().metrics())
                .containsExactly("rank=3|stddev_us=0.5");
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

    @Test
    void aCellWithACommaIsNotFoundAgainInTheTooManyCellsOfTheNextRow() throws Exception {
        var header = "source,section,tool,operation,gpu,busbw_GBps\n";
        var reading = Reading.ofText(header + """
                x,1,t,all_reduce,"H100, 80 GB",1
                x,1,t,all_reduce,H100, 80 GB,2
                x,1,t,all_reduce,H100,3
                """, "shifted.csv");
        assertThat(reading.problems()).extracting(problem -> problem.line() + ": " + problem.reason())
                .containsExactly("3: expected 6 columns, found 7");
        assertThat(reading.measurements()).extracting(m -> m.platform().gpu()).containsExactly("H100, 80 GB", "H100");
    }
}
