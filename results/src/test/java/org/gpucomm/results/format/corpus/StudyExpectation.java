package org.gpucomm.results.format.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpucomm.results.format.corpus.Numbers.expectNumber;
import static org.gpucomm.results.format.corpus.Numbers.expectSeconds;

import java.util.Objects;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.Placement;
import org.gpucomm.results.format.Entry.Row;
import org.gpucomm.results.format.Reading;
import tools.jackson.databind.JsonNode;

/** What is expected of the study's tables: each cell under its column. */
final class StudyExpectation {

    private StudyExpectation() {}

    static void expect(Reading reading, JsonNode expected) {
        assertThat(reading.problems()).isEmpty();
        expectRow(reading.rows().getFirst(), expected.path("columns"), expected.path("first"));
        expectRow(reading.rows().getLast(), expected.path("columns"), expected.path("last"));
    }

    private static void expectRow(Row row, JsonNode columns, JsonNode cells) {
        for (int i = 0; i < columns.size(); i++) {
            expectCell(row, columns.get(i).asString(), cells.get(i));
        }
    }

    private static void expectCell(Row row, String column, JsonNode cell) {
        var first = row.measurements().getFirst();
        var text = cell.asString();
        switch (column) {
            case "Node", "Nodes" -> assertThat(first.platform().nodes()).hasToString(text);
            case "GPUs" -> assertThat(first.platform().ranks()).hasToString(text);
            case "Instance" -> assertThat(first.platform().instanceType()).isEqualTo(text);
            case "size(MB)" -> assertThat(bytes(first)).isEqualTo(Long.parseLong(text) << 20);
            case "size(KB)" -> assertThat(bytes(first)).isEqualTo(Long.parseLong(text) << 10);
            case "iterations" -> assertThat(first.workload().iterations()).hasToString(text);
            case "Size" -> assertThat(first.workload().problem()).isEqualTo(text);
            case "Time(sec)" -> expectSeconds(first.outcome().time(), cell);
            case "Baseline(sec)" -> expectSeconds(first.outcome().baseline(), cell);
            case "Speedup" -> assertThat(first.outcome().speedup()).hasToString(text);
            case "Efficiency" -> assertThat(first.outcome().efficiency()).hasToString(text);
            case "algbw(GB/s)" -> expectNumber(first.outcome().algbw(), text);
            case "out algbw(GB/s)" -> expectNumber(of(row, Placement.OUT_OF_PLACE).outcome().algbw(), text);
            case "out busbw(GB/s)" -> expectNumber(of(row, Placement.OUT_OF_PLACE).outcome().busbw(), text);
            case "in algbw(GB/s)" -> expectNumber(of(row, Placement.IN_PLACE).outcome().algbw(), text);
            case "in busbw(GB/s)" -> expectNumber(of(row, Placement.IN_PLACE).outcome().busbw(), text);
            case "Experiment" -> assertThat(text.toLowerCase(java.util.Locale.ROOT))
                    .contains(Objects.requireNonNull(first.stack().library()));
            case "blocking" -> assertThat(text).isEqualTo("false");
            default -> throw new AssertionError("nothing is known of column " + column);
        }
    }

    private static long bytes(Measurement measurement) {
        return Objects.requireNonNull(measurement.workload().messageSize()).count();
    }

    private static Measurement of(Row row, Placement placement) {
        return row.measurements().stream().filter(m -> m.workload().placement() == placement).findFirst().orElseThrow();
    }
}
