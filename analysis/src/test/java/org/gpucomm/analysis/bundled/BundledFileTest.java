package org.gpucomm.analysis.bundled;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.LogReader;
import org.gpucomm.results.format.UnreadableFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BundledFileTest {

    private static final Path PUBLISHED = Path.of("../../shared/reference/published");

    private static final Map<String, Integer> ROWS = Map.ofEntries(Map.entry("study/nccl_all_reduce.csv", 90),
            Map.entry("study/nccl_all_gather.csv", 70), Map.entry("study/nccl_alltoall.csv", 70),
            Map.entry("study/nvshmem_alltoall_host.csv", 35), Map.entry("study/nvshmem_alltoall_device.csv", 40),
            Map.entry("study/jacobi.csv", 28), Map.entry("libefaxx/sendrecv.csv", 22),
            Map.entry("libefaxx/write.csv", 52), Map.entry("libefaxx/all2all.csv", 30),
            Map.entry("libefaxx/proxy.csv", 32), Map.entry("libefaxx/queue.csv", 16),
            Map.entry("libefaxx/nvlink.csv", 2), Map.entry("libfabric/ladder_3200gbps.csv", 8),
            Map.entry("deepep/efa_phases.csv", 7), Map.entry("h200/h200_all_gather.csv", 352),
            Map.entry("h200/h200_all_reduce.csv", 360), Map.entry("h200/h200_alltoall.csv", 352),
            Map.entry("h200/h200_alltoallv.csv", 352), Map.entry("h200/h200_broadcast.csv", 360),
            Map.entry("h200/h200_gather.csv", 352), Map.entry("h200/h200_hypercube.csv", 352),
            Map.entry("h200/h200_moe_combine.csv", 12), Map.entry("h200/h200_moe_dispatch.csv", 12),
            Map.entry("h200/h200_reduce.csv", 360), Map.entry("h200/h200_reduce_scatter.csv", 352),
            Map.entry("h200/h200_scatter.csv", 352), Map.entry("h200/h200_sendrecv.csv", 360),
            Map.entry("h200/h200_nvlink_write.csv", 254), Map.entry("h200/h200_nvlink_read.csv", 165),
            Map.entry("h200/h200_nvlink_pairs.csv", 108), Map.entry("h200/h200_nvlink_alltoall.csv", 451),
            Map.entry("h200/h200_nccl_alltoall.csv", 660), Map.entry("h200/h200_nvshmem_alltoall.csv", 248),
            Map.entry("h200/h200_jacobi.csv", 14), Map.entry("h200/h200_jacobi_ways.csv", 29),
            Map.entry("h200/h200_nvshmem_host.csv", 54),
            Map.entry("h200/h200_nvshmem_large.csv", 220), Map.entry("h200/h200_proxy_queue.csv", 72),
            Map.entry("h200/h200_proxy_write.csv", 192));

    @Test
    void everyFileHoldsItsRowsWithoutAProblem() throws Exception {
        assertThat(BundledFile.all()).extracting(BundledFile::path).containsExactlyInAnyOrderElementsOf(ROWS.keySet());
        for (var file : BundledFile.all()) {
            assertThat(measurements(file.open(), file.name())).as(file.path()).hasSize(ROWS.get(file.path()));
        }
    }

    /** All 230 published pairs agree with the factor within the rounding of both. */
    @Test
    void busBandwidthIsAlgorithmBandwidthTimesTheOperationsFactor() throws Exception {
        int checked = 0;
        for (var m : all()) {
            var busbw = m.outcome().busbw();
            if (busbw != null) {
                double factor = m.workload().operation().busFactor(Objects.requireNonNull(m.platform().ranks()))
                        .orElseThrow();
                assertThat(busbw.doubleValue()).isCloseTo(value(m.outcome().algbw()) * factor, within(0.015));
                checked++;
            }
        }
        assertThat(checked).isEqualTo(230);
    }

    /** NCCL's factors, from its own table in the words of this test. */
    @Test
    void theH200sBusBandwidthIsAlgorithmBandwidthTimesTheOperationsFactor() throws Exception {
        int checked = 0;
        for (var m : ofH200s()) {
            var busbw = m.outcome().busbw();
            int n = Objects.requireNonNull(m.platform().ranks());
            if (busbw != null) {
                double factor = switch (m.workload().operation().id()) {
                    case "all_reduce" -> 2.0 * (n - 1) / n;
                    case "broadcast", "reduce", "sendrecv", "hypercube" -> 1;
                    default -> (n - 1.0) / n;
                };
                assertThat(busbw.doubleValue()).isCloseTo(value(m.outcome().algbw()) * factor,
                        within(1e-6 * busbw.doubleValue()));
                checked++;
            }
        }
        assertThat(checked).isEqualTo(3904 + 451 + 660 + 248 + 54 + 220);
    }

    @Test
    void theH200sHaveThreeRoundsOnTwoAndOnFourGpusEachLaterThanTheOneBefore() throws Exception {
        for (var file : BundledFile.all()) {
            if (isOfTheFirstSet(file)) {
                var rounds = new TreeMap<String, Integer>();
                measurements(file.open(), file.name())
                        .forEach(m -> rounds.put(Objects.requireNonNull(m.startedAt()), m.section()));
                assertThat(rounds.values()).as(file.path() + " in order of time").containsExactly(1, 4, 2, 5, 3, 6);
            }
        }
    }

    /** The upload is another form of the same: no digit differs, and the fingerprint is of all sections. */
    @Test
    void theH200sAreUploadedWithTheirFingerprint() throws Exception {
        for (var file : BundledFile.all()) {
            assertThat(measurements(file.openUpload(), file.uploadName())).as(file.path())
                    .isEqualTo(measurements(file.open(), file.name()));
            var facts = facts(file.openUpload(), file.uploadName());
            if (file.folder().equals("h200")) {
                assertThat(file.uploadName()).isEqualTo(file.name().replace(".csv", ".jsonl"));
                assertThat(facts.values()).allSatisfy(each -> assertThat(each).contains(
                        new Entry.Fact("nccl_version", "2.28.3"), new Entry.Fact("driver_version", "580.159.04"),
                        new Entry.Fact("nvlinks_per_gpu", "18")));
                assertThat(facts.keySet()).as(file.path()).isEqualTo(isOfTheFirstSet(file)
                        ? Set.of(0)
                        : measurements(file.open(), file.name()).stream().map(Measurement::section).collect(toSet()));
            }
        }
    }

    /** The host of two had 32 processors, that of four 64; no run has more ranks than its host has GPUs. */
    @Test
    void eachSectionOfTheOthersHasTheFingerprintOfTheHostThatItRanOn() throws Exception {
        for (var file : BundledFile.all()) {
            if (file.folder().equals("h200") && !isOfTheFirstSet(file)) {
                var facts = facts(file.openUpload(), file.uploadName());
                for (var m : measurements(file.open(), file.name())) {
                    var began = Objects.requireNonNull(m.startedAt());
                    boolean onFour = began.compareTo("2026-11-22T12:") > 0 && began.compareTo("2026-11-22T13:") < 0;
                    assertThat(facts.get(m.section())).as(file.path() + " " + m.section())
                            .contains(new Entry.Fact("gpus", onFour ? "4" : "2"),
                                    new Entry.Fact("processors", onFour ? "64" : "32"));
                    assertThat(m.platform().ranks()).isLessThanOrEqualTo(onFour ? 4 : 2);
                }
            }
        }
    }

    /** NCCL alone, whose one fingerprint is of all sections. */
    private static boolean isOfTheFirstSet(BundledFile file) {
        return file.fingerprints().equals(List.of(new BundledFile.FingerprintFile("h200/fingerprint.json", 0, 0)));
    }

    @Test
    void noIdOfAnyBuildIsThatOfTwoFiles() throws Exception {
        assertThat(BundledFile.all()).allSatisfy(file -> assertThat(file.id()).matches("[0-9a-f]{16}"));
        assertThat(BundledFile.all().stream().flatMap(file -> Stream.concat(Stream.of(file.id()),
                file.earlierIds().stream()))).doesNotHaveDuplicates();
    }

    /** Publication replaces what has the same name. */
    @Test
    void noTwoUploadsHaveOneName() throws Exception {
        assertThat(BundledFile.all()).extracting(BundledFile::uploadName).doesNotHaveDuplicates();
    }

    /** The one published row that contradicts itself is NCCL on 16 GPUs. */
    @Test
    void jacobisSpeedupIsBaselineOverTimeInAllRowsButOne() throws Exception {
        var odd = new ArrayList<String>();
        for (var m : all()) {
            var speedup = m.outcome().speedup();
            if (speedup != null) {
                double derived = Objects.requireNonNull(m.outcome().baseline()).doubleValue()
                        / Objects.requireNonNull(m.outcome().time()).doubleValue();
                if (Math.abs(derived - speedup.doubleValue()) > 0.005001) {
                    odd.add(m.stack().library() + " " + m.workload().variant() + " " + m.platform().ranks());
                }
            }
        }
        assertThat(odd).containsExactly("nccl null 16");
    }

    @Test
    void theLadderEndsAt97PercentOfTheLineRate() throws Exception {
        var ladder = all().stream().filter(m -> m.stack().tool().equals("libfabric-efa-demo"))
                .map(m -> value(m.outcome().algbw()) * 8).toList();
        assertThat(ladder.getFirst()).isCloseTo(97.433, within(1e-9));
        assertThat(ladder.getLast() / 3200 * 100).isCloseTo(97.1, within(0.05));
        assertThat(ladder).isSorted();
    }

    @Test
    void everyPublishedNumberIsCarriedOverAsPrinted() throws Exception {
        assumeTrue(Files.isDirectory(PUBLISHED), "no collection of real logs beside the checkout");
        for (var file : BundledFile.all()) {
            var name = file.path().startsWith("libefaxx/") ? "libefaxx_" + file.name() : file.name();
            var published = PUBLISHED.resolve(name);
            if (Files.exists(published)) {
                assertThat(numbers(measurements(file.open(), file.name()))).as(file.path())
                        .isEqualTo(numbers(measurements(Files.newInputStream(published), name)));
            }
        }
    }

    private static List<String> numbers(List<Measurement> measurements) {
        return measurements.stream().map(m -> m.workload().operation() + " " + m.workload().variant() + " "
                + m.workload().messageSize() + " " + m.workload().placement() + " " + text(m.outcome())).toList();
    }

    private static String text(Outcome outcome) {
        return outcome.toString();
    }

    /** What others published. */
    private static List<Measurement> all() throws IOException, UnreadableFile {
        return those(file -> !file.folder().equals("h200"));
    }

    private static List<Measurement> ofH200s() throws IOException, UnreadableFile {
        return those(file -> file.folder().equals("h200"));
    }

    private static List<Measurement> those(Predicate<BundledFile> wanted) throws IOException, UnreadableFile {
        var those = new ArrayList<Measurement>();
        for (var file : BundledFile.all()) {
            if (wanted.test(file)) {
                those.addAll(measurements(file.open(), file.name()));
            }
        }
        return those;
    }

    private static Map<Integer, List<Entry.Fact>> facts(InputStream in, String name)
            throws IOException, UnreadableFile {
        var facts = new TreeMap<Integer, List<Entry.Fact>>();
        try (var reader = LogReader.open(in, name)) {
            for (var entry = reader.next(); entry != null; entry = reader.next()) {
                if (entry instanceof Entry.Note note && !note.facts().isEmpty()) {
                    facts.put(note.section(), note.facts());
                }
            }
        }
        return facts;
    }

    private static List<Measurement> measurements(InputStream in, String source) throws IOException, UnreadableFile {
        try (var reader = LogReader.open(in, source)) {
            var measurements = new ArrayList<Measurement>();
            for (var entry = reader.next(); entry != null; entry = reader.next()) {
                assertThat(entry).isNotInstanceOf(Entry.Problem.class);
                if (entry instanceof Entry.Row row) {
                    measurements.addAll(row.measurements());
                }
            }
            return measurements;
        }
    }

    private static double value(@Nullable Bandwidth bandwidth) {
        return Objects.requireNonNull(bandwidth).doubleValue();
    }
}
