package org.gpucomm.results.format.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpucomm.results.format.corpus.Numbers.expectNumber;
import static org.gpucomm.results.format.corpus.Numbers.expectSeconds;

import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Reading;
import tools.jackson.databind.JsonNode;

/** What is expected of logs of NVSHMEM, Jacobi, Libefaxx and nvbandwidth. */
final class GpuExpectation {

    private GpuExpectation() {}

    static void nvshmem(Reading reading, JsonNode expected) {
        var rows = reading.measurements();
        assertThat(reading.problems()).isEmpty();
        if (expected.has("perf_lines")) {
            assertThat(rows).hasSize(expected.path("perf_lines").asInt());
            assertThat(rows).extracting(Measurement::section).contains(1, 2).hasSize(28);
            expectNumber(rows.getFirst().outcome().algbw(), "0.537018");
            expectNumber(rows.getLast().outcome().time(), "192.613511");
            return;
        }
        var tables = expected.path("table_list");
        if (tables.isEmpty()) {
            assertThat(rows).hasSize(expected.path("rows").asInt());
            expectNumber(rows.getFirst().outcome().algbw(), expected.path("first").get(1).asString());
            expectNumber(rows.getLast().outcome().algbw(), expected.path("last").get(1).asString());
        }
        int read = 0;
        for (var table : tables) {
            int count = table.path("rows").asInt();
            expectRow(rows.get(read), table.path("columns"), table.path("first"));
            expectRow(rows.get(read + count - 1), table.path("columns"), table.path("last"));
            read += count;
        }
        assertThat(tables.isEmpty() ? rows.size() : read).isEqualTo(rows.size());
        for (var device : expected.path("devices")) {
            assertThat(rows).extracting(m -> m.platform().gpu()).containsOnly(device.asString());
        }
    }

    static void jacobi(Reading reading, JsonNode expected) {
        var rows = reading.measurements();
        assertThat(reading.problems()).isEmpty();
        assertThat(rows).hasSize(expected.path("results").asInt());
        var results = expected.has("csv") ? expected.path("csv") : expected.path("plain");
        for (int i = 0; i < rows.size(); i++) {
            var result = results.get(i);
            var outcome = rows.get(i).outcome();
            boolean single = !result.has("tN_s");
            expectSeconds(outcome.time(), result.path(single ? "t1_s" : "tN_s"));
            if (!single) {
                expectSeconds(outcome.baseline(), result.path("t1_s"));
            }
            assertThat(rows.get(i).platform().ranks()).isEqualTo(result.path("gpus").asInt());
            assertThat(rows.get(i).workload().problem())
                    .isEqualTo(result.path("ny").asInt() + "x" + result.path("nx").asInt());
            if (result.has("niter")) {
                assertThat(rows.get(i).workload().iterations()).isEqualTo(result.path("niter").asLong());
            }
            if (result.has("speedup")) {
                assertThat(Objects.requireNonNull(outcome.speedup()).doubleValue())
                        .isEqualTo(result.path("speedup").asDouble());
                assertThat(Objects.requireNonNull(outcome.efficiency()).doubleValue())
                        .isEqualTo(result.path("efficiency_pct").asDouble());
                assertThat(rows.get(i).section()).isEqualTo(i + 1);
            }
        }
    }

    static void libefaxx(Reading reading, JsonNode expected) {
        assertThat(reading.problems()).isEmpty();
        var table = expected.path("table_list").get(0);
        var rows = reading.rows();
        assertThat(rows).hasSize(table.path("rows").asInt());
        expectGroups(rows.getFirst().measurements(), table.path("first"), table.path("meta"));
        expectGroups(rows.getLast().measurements(), table.path("last"), table.path("meta"));
        assertThat(reading.flags(1)).isEmpty();
    }

    private static void expectGroups(List<Measurement> groups, JsonNode cells, JsonNode meta) {
        assertThat(groups).hasSize((cells.size() - 2) / 3);
        for (int i = 0; i < groups.size(); i++) {
            var measurement = groups.get(i);
            assertThat(Objects.requireNonNull(measurement.workload().messageSize()).count())
                    .isEqualTo(Long.parseLong(cells.get(0).asString()));
            assertThat(Objects.requireNonNull(measurement.outcome().algbw()).gigabytesPerSecond().toBigDecimal()
                    .multiply(BigDecimal.valueOf(8)))
                    .isEqualByComparingTo(new BigDecimal(cells.get(2 + 3 * i).asString()));
            assertThat(measurement.outcome().efficiency()).hasToString(cells.get(3 + 3 * i).asString());
            expectNumber(measurement.outcome().time(), cells.get(4 + 3 * i).asString());
            assertThat(measurement.platform().ranks()).hasToString(meta.path("nranks").asString());
            assertThat(measurement.workload().iterations()).hasToString(meta.path("bench iters").asString());
        }
    }

    static void nvbandwidth(Reading reading, JsonNode expected) {
        assertThat(reading.problems()).isEmpty();
        for (var matrix : expected.path("matrix_list")) {
            var cells = reading.measurements().stream()
                    .filter(m -> matrix.path("test").asString().equals(m.workload().variant())).toList();
            assertThat(cells).hasSize(matrix.path("shape").get(0).asInt() * matrix.path("shape").get(1).asInt());
            expectNumber(cells.getFirst().outcome().algbw(), matrix.path("first_cell").asString());
            expectNumber(cells.getLast().outcome().algbw(), matrix.path("last_cell").asString());
        }
    }

    /** Bandwidth programs print GB/s under any heading. */
    private static void expectRow(Measurement measurement, JsonNode columns, JsonNode values) {
        boolean bandwidth = measurement.workload().operation().busFactor(2).isEmpty();
        for (int i = 0; i < columns.size(); i++) {
            var value = values.get(i).asString();
            var outcome = measurement.outcome();
            switch (columns.get(i).asString()) {
                case "size(B)", "size (Bytes)" ->
                    assertThat(Objects.requireNonNull(measurement.workload().messageSize()).count())
                            .isEqualTo(Long.parseLong(value));
                case "type" -> assertThat(measurement.workload().datatype()).isEqualTo(bandwidth ? null : value);
                case "scope" -> {
                    if (!bandwidth) {
                        assertThat(measurement.workload().variant()).endsWith("+" + value);
                    }
                }
                case "BW (GB/sec)", "BW GB/sec" -> expectNumber(outcome.algbw(), value);
                case "latency(us)" -> expectNumber(bandwidth ? outcome.algbw() : outcome.time(), value);
                case "algbw(GB/s)" -> {
                    if (!bandwidth) {
                        expectNumber(outcome.algbw(), value);
                    }
                }
                case "busbw(GB/s)" -> expectNumber(outcome.busbw(), bandwidth ? null : value);
                default -> {
                }
            }
        }
    }
}
