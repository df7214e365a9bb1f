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
import org.junit.jupiter.api.Test;
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

    @ParameterizedTest
    @MethodSource("jacobi")
    void everyResultOfJacobiIsReadWithItsOwnProgram(Path log) throws Exception {
        assumeTrue(!log.endsWith("none"), "no collection of real logs beside the checkout");
        var expected = expected(log);
        var reading = Reading.ofFile(log);
        var rows = reading.measurements();
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.formats()).extracting(Format::id).containsExactly("jacobi");
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

    @ParameterizedTest
    @MethodSource("libefaxx")
    void everyGroupOfLibefaxxIsRead(Path log) throws Exception {
        assumeTrue(!log.endsWith("none"), "no collection of real logs beside the checkout");
        var expected = expected(log);
        var reading = Reading.ofFile(log);
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.formats()).extracting(Format::id).containsExactly("libefaxx");
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

    @ParameterizedTest
    @MethodSource("deepep")
    void resultsOfDeepepAreReadAndTheSweepIsNot(Path log) throws Exception {
        assumeTrue(!log.endsWith("none"), "no collection of real logs beside the checkout");
        var expected = expected(log);
        var reading = Reading.ofFile(log);
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.formats()).extracting(Format::id).containsExactly("deepep");
        int results = expected.path("best").size() + expected.path("v2_rows").asInt(0)
                + expected.path("dispatch_plus_combine_rows").asInt(0) + expected.path("separate_rows").asInt(0)
                + expected.path("send_recv_rows").asInt(0);
        assertThat(reading.rows()).hasSize(results);
        assertThat(reading.facts(1).stream().filter(fact -> fact.name().equals("tuning")))
                .hasSize(expected.path("tuning_lines").asInt(0));
        assertThat(reading.flags(1)).isEmpty();
        assertThat(reading.measurements()).extracting(Measurement::section).containsOnly(1);
        int at = 0;
        for (var best : expected.path("best")) {
            for (var measurement : reading.rows().get(at++).measurements()) {
                var rate = Objects.requireNonNull(measurement.outcome().algbw()).gigabytesPerSecond();
                var network = Objects.requireNonNull(measurement.workload().variant()).endsWith("rdma")
                        ? "RDMA"
                        : "NVL";
                assertThat(best.asString()).contains(rate + " GB/s (" + network + ")")
                        .contains(Objects.requireNonNull(measurement.outcome().time()).value() + " us");
            }
        }
        if (expected.has("v2_first")) {
            expectElastic(reading.rows().getFirst(), expected.path("v2_first"));
            expectElastic(reading.rows().getLast(), expected.path("v2_last"));
        }
        if (expected.has("separate_first")) {
            var each = reading.rows().get(8).measurements();
            expectNumber(each.getFirst().outcome().algbw(), expected.path("separate_first").get(1).asString());
            expectNumber(each.getFirst().outcome().time(), expected.path("separate_first").get(2).asString());
            expectNumber(each.getLast().outcome().algbw(), expected.path("separate_first").get(3).asString());
            assertThat(each.getLast().settings()).startsWith("rank=7;");
            var last = reading.rows().getLast().measurements();
            expectNumber(last.getLast().outcome().time(), expected.path("send_recv_last").get(2).asString());
            assertThat(reading.measurements()).allMatch(m -> Integer.valueOf(8).equals(m.platform().ranks()));
        }
    }

    private static void expectElastic(Entry.Row row, JsonNode values) {
        expectNumber(row.measurements().getFirst().outcome().algbw(), values.path("so").asString());
        expectNumber(row.measurements().getLast().outcome().algbw(), values.path("su").asString());
        expectNumber(row.measurements().getLast().outcome().time(), values.path("us").asString());
        assertThat(row.measurements().getFirst().platform().ranks()).isEqualTo(values.path("ranks").asInt());
        assertThat(row.measurements().getFirst().platform().nodes()).isEqualTo(2);
        assertThat(Objects.requireNonNull(row.measurements().getFirst().workload().messageSize()).count())
                .isEqualTo(values.path("bytes").asLong());
    }

    @ParameterizedTest
    @MethodSource("nvbandwidth")
    void everyCellOfNvbandwidthIsRead(Path log) throws Exception {
        assumeTrue(!log.endsWith("none"), "no collection of real logs beside the checkout");
        var expected = expected(log);
        var reading = Reading.ofFile(log);
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.formats()).extracting(Format::id).containsExactly("nvbandwidth");
        for (var matrix : expected.path("matrix_list")) {
            var cells = reading.measurements().stream()
                    .filter(m -> matrix.path("test").asString().equals(m.workload().variant())).toList();
            assertThat(cells).hasSize(matrix.path("shape").get(0).asInt() * matrix.path("shape").get(1).asInt());
            expectNumber(cells.getFirst().outcome().algbw(), matrix.path("first_cell").asString());
            expectNumber(cells.getLast().outcome().algbw(), matrix.path("last_cell").asString());
        }
    }

    @Test
    void eightFormatsInOneLogAreEightRuns() throws Exception {
        var log = CORPUS.resolve("wrapped/DER-eight-formats-in-one-log.log");
        assumeTrue(Files.exists(log), "no collection of real logs beside the checkout");
        var reading = Reading.ofFile(log);
        assertThat(reading.formats()).extracting(Format::id).containsExactly("nccl-tests", "osu", "perftest",
                "nvbandwidth", "fabtests", "jacobi", "nvshmem-perftest", "deepep");
        assertThat(reading.measurements()).extracting(Measurement::section).containsOnly(1, 2, 3, 4, 5, 6, 7, 8);
        assertThat(reading.problems()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("reference")
    void outputOfFourH200sIsReadWhole(Path log) throws Exception {
        assumeTrue(!log.endsWith("none"), "no reference output beside the checkout");
        var reading = Reading.ofFile(log);
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.entries()).noneMatch(entry -> entry instanceof Entry.Note note
                && note.facts().stream().anyMatch(Entry.Fact::isFlag));
        if (log.endsWith("jacobi-all-variants.log")) {
            assertThat(reading.measurements()).hasSize(20);
            assertThat(reading.measurements()).extracting(m -> m.stack().library()).doesNotContainNull();
            assertThat(reading.measurements()).extracting(Measurement::section).doesNotHaveDuplicates();
        } else if (log.endsWith("nvshmem-alltoall-on-stream.log")) {
            assertThat(reading.measurements()).hasSize(18)
                    .extracting(m -> m.section() + ": " + m.platform().ranks() + " " + m.workload().variant())
                    .containsOnly("1: 2 host+on_stream", "2: 4 host+on_stream");
        }
    }

    static Stream<Path> reference() throws IOException {
        return logs("../reference/h200");
    }

    static Stream<Path> jacobi() throws IOException {
        return logs("jacobi");
    }

    static Stream<Path> libefaxx() throws IOException {
        return logs("libefaxx");
    }

    static Stream<Path> deepep() throws IOException {
        return logs("deepep");
    }

    static Stream<Path> nvbandwidth() throws IOException {
        return logs("nvbandwidth");
    }

    private static void expectSeconds(@Nullable Object micros, JsonNode seconds) {
        expectNumber(micros, new BigDecimal(seconds.asString()).scaleByPowerOfTen(6).toPlainString());
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
