package org.gpucomm.results.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import org.gpucomm.results.Measurement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * Real logs of NVSHMEM, Jacobi, Libefaxx, DeepEP and nvbandwidth, where the collection of them lies beside the checkout, with
 * what a correct parse yields.
 */
class GpuCorpusTest {

    private static final Path CORPUS = Path.of("../../shared/corpus");

    @ParameterizedTest
    @MethodSource("nvshmem")
    void everyTableOfNvshmemIsRead(Path log) throws Exception {
        assumeTrue(!log.endsWith("none"), "no collection of real logs beside the checkout");
        var expected = expected(log);
        var reading = Reading.ofFile(log);
        var rows = reading.measurements();
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.formats()).extracting(Format::id).containsExactly("nvshmem-perftest");
        if (expected.has("perf_lines")) {
            assertThat(rows).hasSize(expected.path("perf_lines").asInt());
            assertThat(rows).extracting(Measurement::section).contains(1, 2).hasSize(28);
            expectNumber(rows.getFirst().outcome().algbw(), "0.537018");
            expectNumber(rows.getLast().outcome().time(), "192.613511");
            return;
        }
        var tables = expected.has("table_list") ? expected.path("table_list") : new ObjectMapper().createArrayNode();
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

    static Stream<Path> nvshmem() throws IOException {
        return logs("nvshmem");
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

    private static void expectNumber(@Nullable Object quantity, @Nullable String printed) {
        if (printed == null) {
            assertThat(quantity).isNull();
            return;
        }
        var text = Objects.requireNonNull(quantity).toString();
        assertThat(new BigDecimal(text.substring(0, text.indexOf(' ')))).isEqualByComparingTo(new BigDecimal(printed));
    }

    private static Stream<Path> logs(String directory) throws IOException {
        var logs = CORPUS.resolve(directory);
        if (!Files.isDirectory(logs)) {
            return Stream.of(Path.of("none"));
        }
        try (var files = Files.list(logs)) {
            return List.copyOf(files.filter(file -> file.toString().endsWith(".log")).sorted().toList()).stream();
        }
    }

    private static JsonNode expected(Path log) throws IOException {
        var source = Files.readString(Path.of(log.toString().replaceAll("\\.log$", ".source.txt")));
        return new ObjectMapper().readTree(source.substring(source.indexOf('{', source.indexOf("--- expected"))));
    }
}
