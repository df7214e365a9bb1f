package org.gpucomm.results.format.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Objects;
import java.util.stream.Stream;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Reading;
import tools.jackson.databind.JsonNode;

/** What is expected of logs of MPI and fabric benchmarks, of JSON and of the study's tables. */
final class BenchmarkExpectation {

    private BenchmarkExpectation() {}

    static void expect(Reading reading, JsonNode expected) {
        CorpusTest.expectFormat(reading, formatId(expected));
        var runs = expected.path("run_list");
        for (int i = 0; i < runs.size(); i++) {
            expectRun(reading, i + 1, runs.get(i));
        }
        expectFirstTwoAndLast(reading, expected);
        for (var report : expected.path("must_report")) {
            assertThat(Stream.concat(reading.problems().stream().map(Entry.Problem::text),
                    reading.failureTexts().stream())).as("report of %s", report)
                    .anyMatch(text -> text.contains(report.asString().strip()));
        }
        if (expected.path("format").asString().endsWith("-json")) {
            expectJson(reading, expected);
        }
        if (expected.path("format").asString().equals("ucx_perftest")) {
            expectUcx(reading, expected);
        }
        if (expected.path("format").asString().equals("csv")) {
            StudyExpectation.expect(reading, expected);
        }
        if (expected.has("rows") && !expected.path("format").asString().endsWith("json")) {
            assertThat(reading.rows()).hasSize(expected.path("rows").asInt());
        }
    }

    /** Final lines are results; stages before them are progress, which a log may have alone. */
    private static void expectUcx(Reading reading, JsonNode expected) {
        assertThat(reading.rows()).hasSize(expected.path("final").size());
        for (int i = 0; i < expected.path("final").size(); i++) {
            var measurement = reading.measurements().get(i);
            var cells = expected.path("final").get(i);
            assertThat(measurement.workload().iterations()).isEqualTo(Long.valueOf(cells.get(0).asString()));
            assertThat(Objects.requireNonNull(measurement.outcome().timeP50()).value().text())
                    .isEqualTo(cells.get(1).asString());
            assertThat(Objects.requireNonNull(measurement.outcome().time()).value().text())
                    .isEqualTo(cells.get(3).asString());
            expectMegabytes(measurement, cells.get(5).asString(), "0.001048576");
            assertThat(Objects.requireNonNull(measurement.workload().messageSize()).count())
                    .isEqualTo(Long.parseLong(expected.at("/header/Message size").asString()));
        }
    }

    private static String formatId(JsonNode expected) {
        var format = expected.path("format").asString();
        return switch (format) {
            case "ucx_perftest" -> "ucx-perftest";
            case "csv" -> "study-csv";
            default -> format;
        };
    }

    private static void expectFirstTwoAndLast(Reading reading, JsonNode expected) {
        var runs = expected.path("run_list_first2_last1");
        if (!runs.isEmpty()) {
            expectRun(reading, 1, runs.get(0));
            expectRun(reading, 2, runs.get(1));
            expectRun(reading, expected.path("runs").asInt(), runs.get(2));
            assertThat(reading.rows()).hasSize(expected.path("rows_total").asInt());
            assertThat(reading.measurements().getLast().section()).isEqualTo(expected.path("runs").asInt());
        }
    }

    /** Both placements of each result, with the values of the first and the last; a cut file is said to be cut. */
    private static void expectJson(Reading reading, JsonNode expected) {
        if (!expected.path("valid_json").asBoolean(true)) {
            assertThat(reading.flags(1)).contains("flag:incomplete");
            assertThat(reading.problems()).isNotEmpty();
            assertThat(reading.rows()).isNotEmpty();
            return;
        }
        assertThat(reading.problems()).isEmpty();
        if (expected.has("devices")) {
            assertThat(reading.measurements()).hasSize(2 * expected.path("rows").asInt());
            expectBlock(reading.measurements().getFirst(), expected.path("first"));
            expectBlock(reading.measurements().getLast(), expected.path("last"));
            assertThat(reading.measurements()).allMatch(m -> Integer.valueOf(8).equals(m.platform().ranks()));
        }
        if (expected.has("BW_average")) {
            assertThat(reading.measurements()).hasSize(expected.path("rows").asInt());
            var first = reading.measurements().getFirst();
            assertThat(Objects.requireNonNull(first.workload().messageSize()).count())
                    .isEqualTo(expected.path("MsgSize").asLong());
            expectMegabytes(first, expected.path("BW_average").asString(), "0.125");
        }
        if (expected.has("statuses")) {
            assertThat(reading.rows()).hasSize(expected.path("statuses").path("Passed").asInt());
            var first = reading.measurements().getFirst();
            assertThat(first.workload().variant()).isEqualTo(expected.path("first").path("name").asString());
            expectMegabytes(first, expected.at("/first/bandwidth_matrix/0/0").asString(), "1");
        }
    }

    private static void expectBlock(Measurement measurement, JsonNode result) {
        var placement = Objects.requireNonNull(measurement.workload().placement()).id();
        var block = result.path(placement);
        assertThat(Objects.requireNonNull(measurement.workload().messageSize()).count())
                .isEqualTo(result.path("size").asLong());
        assertThat(Objects.requireNonNull(measurement.outcome().time()).doubleValue())
                .isEqualTo(block.path("time").asDouble());
        assertThat(Objects.requireNonNull(measurement.outcome().busbw()).doubleValue())
                .isEqualTo(block.path("bus_bw").asDouble());
        var times = result.path(placement + "_per_iter");
        if (times.has("p99_us")) {
            assertThat(Objects.requireNonNull(measurement.outcome().timeP99()).doubleValue())
                    .isEqualTo(times.path("p99_us").asDouble());
        }
    }

    private static void expectRun(Reading reading, int section, JsonNode run) {
        var rows = reading.measurements().stream().filter(m -> m.section() == section).toList();
        assertThat(rows).as("rows of run %d", section).hasSize(run.path("rows").asInt());
        if (!rows.isEmpty()) {
            var names = run.path("columns");
            expectValues(rows.getFirst(), names, run.path("first"));
            expectValues(rows.getLast(), names, run.path("last"));
        }
        if (run.has("version")) {
            assertThat(rows).extracting(m -> m.stack().toolVersion()).allMatch(run.path("version").asString()::equals);
        }
    }

    /** Every number of the row that has a place in a measurement is there, in its unit. */
    private static void expectValues(Measurement measurement, JsonNode columns, JsonNode values) {
        if (values.isObject()) {
            assertThat(Objects.requireNonNull(measurement.workload().messageSize()).count())
                    .isEqualTo(values.path("bytes_expanded").asLong());
            expectMegabytes(measurement, values.path("MB/sec").asString(), "1e-3");
            if (values.has("usec/xfer")) {
                assertThat(Objects.requireNonNull(measurement.outcome().time()).value().text())
                        .isEqualTo(values.path("usec/xfer").asString());
            }
            return;
        }
        var header = columns.asString();
        var cells = new ArrayList<String>();
        values.forEach(value -> cells.add(value.asString()));
        int at = 0;
        if (header.startsWith("Size") || header.startsWith("#bytes")) {
            assertThat(Objects.requireNonNull(measurement.workload().messageSize()).count())
                    .isEqualTo(Long.parseLong(cells.get(at++)));
        }
        if (header.contains("BW average[Gb/sec]")) {
            expectMegabytes(measurement, cells.get(3), "0.125");
        } else if (header.contains("BW average[MB/sec]")) {
            expectMegabytes(measurement, cells.get(3), "0.001048576");
        } else if (header.contains("MB/s")) {
            expectMegabytes(measurement, cells.get(at), "0.001");
        } else if (header.contains("Avg Latency(us)") || header.contains("Latency (us)")) {
            assertThat(Objects.requireNonNull(measurement.outcome().time()).value().text()).isEqualTo(cells.get(at));
        } else if (header.contains("t_avg")) {
            assertThat(Objects.requireNonNull(measurement.outcome().time()).value().text()).isEqualTo(cells.get(5));
        } else {
            assertThat(Objects.requireNonNull(measurement.outcome().time()).value().text()).isEqualTo(cells.get(6));
        }
    }

    private static void expectMegabytes(Measurement measurement, String printed, String gigabytesPerUnit) {
        assertThat(Objects.requireNonNull(measurement.outcome().algbw()).gigabytesPerSecond().toBigDecimal())
                .isEqualByComparingTo(new BigDecimal(printed).multiply(new BigDecimal(gigabytesPerUnit)));
    }
}
