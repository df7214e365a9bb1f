package org.gpucomm.results.format.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpucomm.results.format.corpus.Numbers.expectNumber;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.gpucomm.results.RankTimes;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Reading;
import tools.jackson.databind.JsonNode;

/** What is expected of logs of DeepEP: results are read, and the sweep before them. */
final class DeepepExpectation {

    private DeepepExpectation() {}

    static void expect(Reading reading, JsonNode expected) {
        assertThat(reading.problems()).isEmpty();
        int results = expected.path("best").size() + expected.path("v2_rows").asInt(0)
                + expected.path("dispatch_plus_combine_rows").asInt(0) + expected.path("separate_rows").asInt(0)
                + expected.path("send_recv_rows").asInt(0);
        int tries = expected.path("tuning_lines").asInt(0);
        assertThat(reading.rows()).hasSize(results + tries);
        assertThat(reading.measurements()).extracting(m -> m.stack().library()).containsOnly("deepep");
        var bests = reading.rows().stream()
                .filter(row -> row.measurements().getFirst().settings().get("tuned").isPresent())
                .toList();
        assertThat(bests).hasSize(expected.path("best").size());
        assertThat(reading.flags(1)).isEmpty();
        assertThat(reading.measurements()).extracting(Measurement::section).containsOnly(1);
        expectRanks(reading, expected);
        expectTries(reading, bests, expected);
        int at = 0;
        for (var best : expected.path("best")) {
            for (var measurement : bests.get(at++).measurements()) {
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
            assertThat(RankTimes.of(each.getLast()).rank()).hasValue(7);
            var last = reading.rows().getLast().measurements();
            expectNumber(last.getLast().outcome().time(), expected.path("send_recv_last").get(2).asString());
            assertThat(reading.measurements()).allMatch(m -> Integer.valueOf(8).equals(m.platform().ranks()));
        }
    }

    /** Ranks are ranks and no repetitions: of one call there is a measurement of each. */
    private static void expectRanks(Reading reading, JsonNode expected) {
        int ranks = expected.path("separate_ranks").asInt(expected.path("v2_first").path("ranks").asInt(0));
        if (ranks == 0) {
            return;
        }
        var byVariant = reading.measurements().stream().collect(Collectors.groupingBy(
                m -> m.workload().operation() + " " + m.workload().variant() + " " + m.settings(),
                Collectors.mapping(m -> RankTimes.of(m).rank().orElse(-1), Collectors.toList())));
        assertThat(byVariant.values()).allSatisfy(of -> assertThat(of.stream().distinct().sorted().toList())
                .isEqualTo(IntStream.range(0, ranks).boxed().toList()));
        if (expected.has("separate_ranks")) {
            assertThat(byVariant.values()).allSatisfy(of -> assertThat(of).hasSize(ranks));
        }
    }

    /** The tries of a sweep are rows with their settings, as the first and the last of them say. */
    private static void expectTries(Reading reading, List<Entry.Row> bests, JsonNode expected) {
        var tries = reading.rows().stream().filter(row -> !bests.contains(row)).toList();
        if (!expected.has("tuning_first")) {
            return;
        }
        expectTry(tries.getFirst(), expected.path("tuning_first").asString());
        expectTry(tries.getLast(), expected.path("tuning_last").asString());
        assertThat(tries).flatExtracting(Entry.Row::measurements).extracting(m -> m.settings().get("sms"))
                .allMatch(Optional::isPresent);
    }

    private static void expectTry(Entry.Row row, String printed) {
        for (var measurement : row.measurements()) {
            assertThat(printed).contains("SMs " + measurement.settings().get("sms").orElseThrow() + ", NVL chunk "
                    + measurement.settings().get("nvl_chunk").orElseThrow())
                    .contains(Objects.requireNonNull(measurement.outcome().algbw()).gigabytesPerSecond() + " GB/s");
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
}
