package org.gpucomm.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.evidence.Planted;
import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.analysis.rules.Finding.Severity;
import org.junit.jupiter.api.Test;

/** What findings say of ordinary logs, where rules that hold of planted curves have said nonsense. */
class WordsOfFindingsTest {

    @Test
    void reductionInTheSwitchesIsNoImpossibleSpeed() throws IOException, UnreadableFile {
        var findings = examine(log("NVIDIA H100 80GB HBM3", 8, bytes -> 14 + bytes / 274e3));
        assertThat(findings).filteredOn(finding -> finding.rule().equals("ceiling")).singleElement()
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(Severity.NOTICE);
                    assertThat(finding.sentence()).contains("of the 450 GB/s that NVLink allows (H100 host)",
                            "reduction in the NVLink switches (NVLS), which would allow 700 GB/s");
                });
    }

    @Test
    void withoutSuchSwitchesTheSameIsImpossible() throws IOException, UnreadableFile {
        var findings = examine(log("NVIDIA A100-SXM4-80GB", 8, bytes -> 14 + bytes / 274e3));
        assertThat(findings).filteredOn(finding -> finding.rule().equals("ceiling")).singleElement()
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
                    assertThat(finding.sentence()).contains("More than the limit is not possible");
                });
    }

    @Test
    void aCurveThatStillRisesSaysSoAndWhatToMeasure() throws IOException, UnreadableFile {
        var findings = examine(log("NVIDIA H100 80GB HBM3", 8, 1 << 20, bytes -> 14 + bytes / 274e3));
        assertThat(findings).filteredOn(finding -> finding.rule().equals("ceiling")).singleElement()
                .satisfies(finding -> {
                    assertThat(finding.sentence()).contains("still rises at 1 MiB");
                    assertThat(finding.next()).isEqualTo("gpucomm bench all_reduce -g 8 -b 1M -e 16M -f 2");
                });
    }

    @Test
    void flatLatencyIsNoBadFit() {
        var evidence = new Planted("nccl", 4, 0.02)
                .curve(8, 8, 1 << 30, 1, bytes -> bytes < 32768 ? 14 : 20 + bytes / 200e3).evidence();
        assertThat(new Fits().examine(evidence).getFirst().sentence()).doesNotContain("fits badly");
        var onlyLatency = new Planted("nvshmem", 5, 0.006).curve(8, 8, 1 << 14, 1, bytes -> 89).evidence();
        assertThat(new Fits().examine(onlyLatency).getFirst().sentence()).doesNotContain("fits badly");
    }

    /** @param after bandwidths at 32, 64 and 128 MiB, as shares of that at 16 MiB */
    private static String fall(double... after) {
        var planted = new Planted("nccl", 1, 0).curve(8, 1 << 20, 1 << 27, 1,
                bytes -> bytes / 100e3 / (bytes < 1 << 25 ? 1 : after[Long.numberOfTrailingZeros((long) bytes) - 25]));
        return new Shapes().examine(planted.evidence()).getFirst().sentence();
    }

    @Test
    void whatIsBackAtALargerSizeDoesRecover() {
        assertThat(fall(0.6, 0.949, 0.949)).contains("loses 40 % of its bandwidth from 16 MiB to 32 MiB",
                "It comes back to 95 % of it at larger sizes").doesNotContain("does not recover");
        assertThat(fall(0.6, 0.97, 1)).contains("It recovers at larger sizes");
        assertThat(fall(0.6, 0.6, 0.7)).contains("Larger sizes reach 70 % of it at most");
        assertThat(fall(1, 1, 0.6)).contains("from 64 MiB to 128 MiB on 8 GPUs. That is the largest size measured.")
                .doesNotContain("does not recover");
    }

    @Test
    void largeMessagesThatTakeTheSameTimeShowAFixedCost() {
        var fixed = new Planted("nccl", 1, 0).add(8, 1 << 20, 58.14).add(8, 2 << 20, 58.94).add(8, 4 << 20, 59.35);
        assertThat(new ConstantTimes().examine(fixed.evidence())).singleElement().satisfies(finding -> assertThat(
                finding.sentence()).contains("takes the same, 58.1 µs to 59.4 µs, for 1 MiB and for 4 MiB",
                        "a fixed cost makes the time"));
        assertThat(new ConstantTimes().examine(fixed.add(8, 8 << 20, 70).evidence())).isEmpty();
    }

    @Test
    void onlyTheFirstSizePaysForTheWarmUp() {
        var first = new Planted("nccl", 1, 0).curve(8, 8, 1 << 20, 1, bytes -> (bytes == 8 ? 90 : 50) + bytes / 100e3);
        assertThat(new Guidelines().examine(first.evidence())).singleElement().satisfies(
                finding -> assertThat(finding.sentence()).contains("8 B (90 µs) than",
                        "first size of a run often pays"));
        var eight = new Planted("nccl", 1, 0).curve(8, 8, 1 << 20, 1,
                bytes -> (bytes <= 1024 ? 90 : 50) + bytes / 100e3);
        assertThat(new Guidelines().examine(eight.evidence())).singleElement().satisfies(
                finding -> assertThat(finding.sentence()).contains("takes longer for less").doesNotContain("warm-up"));
    }

    @Test
    void ofSizesThatTakeLongerThanLargerOnesTheWorstIsNamedFirst() {
        var planted = new Planted("nccl", 1, 0).curve(8, 8, 1 << 26, 1,
                bytes -> 20 + bytes / 100e3 + (bytes >= 1 << 18 && bytes <= 1 << 20 ? bytes / 1e3 : 0));
        assertThat(new Guidelines().examine(planted.evidence())).singleElement().satisfies(
                finding -> assertThat(finding.sentence())
                        .contains("takes longer for less: 1 MiB (1.08 ms) than 2 MiB"));
    }

    @Test
    void smallerMessagesThatTakeFarLongerAreAWarningAndNoProtocolExplainsThem() {
        var planted = new Planted("nccl", 1, 0).curve(8, 8, 1 << 26, 1,
                bytes -> bytes >= 1 << 20 && bytes <= 16 << 20 ? 70_000 : 20 + bytes / 100e3);
        assertThat(new Guidelines().examine(planted.evidence())).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Finding.Severity.WARNING);
            assertThat(finding.sentence()).contains("takes 70 ms at 1 to 16 MiB, but 356 µs at 32 MiB.")
                    .doesNotContain("protocol");
        });
    }

    @Test
    void curvesOfSeveralTypesOfElementsNameTheirOwn() throws IOException, UnreadableFile {
        var text = new StringBuilder(
                "source,section,tool,library,operation,gpu,nodes,ranks,message_bytes,datatype,time_us\n");
        for (var type : List.of("32-bit", "64-bit")) {
            for (long bytes = 8; bytes <= 1 << 20; bytes *= 2) {
                text.append("x.log,1,nvshmem-perftest,nvshmem,alltoall,NVIDIA H100,1,8,").append(bytes).append(',')
                        .append(type).append(',').append(10 + bytes / 1000).append('\n');
            }
        }
        var files = new EvidenceFiles();
        files.add(new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8)), "x.csv", "x.csv");
        assertThat(new Rules(Profiles.bundled()).examine(files.evidence())).extracting(Finding::sentence)
                .doesNotHaveDuplicates().anyMatch(sentence -> sentence.contains("All-to-All (32-bit) with NVSHMEM"))
                .anyMatch(sentence -> sentence.contains("All-to-All (64-bit) with NVSHMEM"));
    }

    @Test
    void bandwidthsThatWereRoundedToNothingAreNoCliff() throws IOException, UnreadableFile {
        // 256 B in 14 µs prints as 0.02 GB/s, 128 B as 0.01: half of it is rounding.
        assertThat(examine(
                log("NVIDIA H100 80GB HBM3", 8, bytes -> bytes <= 4096 ? 14 + bytes / 1e3 : 18 + bytes / 200e3)))
                .noneMatch(finding -> finding.rule().equals("shape"));
    }

    @Test
    void aSpikeOfLatencyIsToldAsATime() {
        var planted = new Planted("nccl", 1, 0.005).curve(8, 8, 1 << 24, 1,
                bytes -> bytes == 1024 ? 373 : 50 + bytes / 3e3);
        assertThat(new Shapes().examine(planted.evidence())).singleElement().satisfies(finding -> assertThat(
                finding.sentence()).contains("takes 373 µs at 1 KiB, 7.5", "Larger sizes are in line again"));
    }

    @Test
    void aSmallerMessageThatTakesLongerIsNamed() {
        var planted = new Planted("nccl", 1, 0.002).curve(8, 8, 1 << 20, 1,
                bytes -> bytes == 8 ? 85 : 60 + bytes / 9e3);
        assertThat(new Guidelines().examine(planted.evidence())).singleElement().satisfies(finding -> assertThat(
                finding.sentence()).contains("takes longer for less: 8 B (85", "warm-up of all"));
    }

    @Test
    void whereBandwidthFallsTheTimeOfTheSplitIsTold() {
        var planted = new Planted("nccl", 1, 0).curve(8, 1 << 20, 1 << 26, 1,
                bytes -> (10 + bytes / 100e3) * (bytes == 1 << 26 ? 3 : 1));
        double half = 10 + (1 << 25) / 100e3;
        assertThat(new Shapes().examine(planted.evidence())).singleElement().satisfies(finding -> assertThat(
                finding.sentence()).contains(
                        "2 messages of 32 MiB one after the other take " + Math.round(2 * half)
                                + " µs, one of 64 MiB 2.04 ms on 8 GPUs"));
    }

    @Test
    void twoSizesAreNoCurveToFallFrom() {
        var planted = new Planted("nccl", 1, 0).add(8, 4, 10).add(8, 8, 100);
        assertThat(new Shapes().examine(planted.evidence())).isEmpty();
    }

    @Test
    void rowsOfNoBytesAreNoRepetitions() {
        var planted = new Planted("nccl", 1, 0.2).curve(8, 1024, 1 << 20, 1, bytes -> 14 + bytes / 200e3);
        for (int i = 0; i < 6; i++) {
            planted.add(8, 0, i == 3 ? 3 : 1.3 + i / 1000.0);
        }
        assertThat(new Outliers().examine(planted.evidence())).isEmpty();
        assertThat(new SingleRuns().examine(planted.evidence())).singleElement()
                .satisfies(finding -> assertThat(finding.numbers().getFirst().value()).isEqualTo(11));
    }

    @Test
    void manyOutliersOfACurveAreOneFinding() {
        var planted = new Planted("nccl", 1, 0.002).curve(8, 1024, 1 << 16, 9, bytes -> 12 + bytes / 180e3);
        for (long bytes : new long[]{1024, 2048, 4096}) {
            planted.add(8, bytes, 40);
        }
        assertThat(new Outliers().examine(planted.evidence())).singleElement().satisfies(finding -> {
            assertThat(finding.sentence()).contains("3 of 66 measurements stand apart");
            assertThat(finding.rows()).hasSize(3);
        });
    }

    @Test
    void aLeadOfChanceOnOneSideIsNoCrossing() {
        var observations = new java.util.ArrayList<Observation>(
                new Planted("nccl", 1, 0).curve(8, 1024, 1 << 20, 1, bytes -> 50).observations());
        observations.addAll(new Planted("nvshmem", 1, 0).curve(8, 1024, 1 << 20, 1,
                bytes -> bytes <= 16384 ? 49.5 : 150).observations());
        assertThat(new Alternatives().examine(Evidence.of(observations))).singleElement()
                .satisfies(finding -> assertThat(finding.sentence()).isEqualTo(
                        "All-Reduce on 8 GPUs: NCCL is faster from 32 KiB on, by 200 % there; up to 16 KiB the measurements do not "
                                + "separate it from NVSHMEM."));
    }

    @Test
    void aLeadAtASinglePointIsOneFinding() {
        var observations = new java.util.ArrayList<Observation>(
                new Planted("nccl", 1, 0.01).curve(8, 1024, 1 << 20, 5, bytes -> 50).observations());
        observations.addAll(new Planted("nvshmem", 2, 0.01).curve(8, 1024, 1 << 20, 5,
                bytes -> bytes == 16384 ? 40 : 60).observations());
        assertThat(new Alternatives().examine(Evidence.of(observations))).singleElement()
                .satisfies(
                        finding -> assertThat(finding.sentence()).contains("NVSHMEM only between, at 16 KiB, by 2"));
    }

    /** What others published has rows of best speeds without their sizes. */
    @Test
    void rowsThatTellNoSizeAreExaminedToo() throws IOException, UnreadableFile {
        var files = new EvidenceFiles();
        files.add(Files.newInputStream(Path.of("../data/peers/published.csv")), "published.csv", "published.csv");
        assertThat(new Rules(Profiles.bundled()).examine(files.evidence())).extracting(Finding::sentence)
                .anyMatch(said -> said.contains("an unstated size"));
    }

    @Test
    void oneRankCommunicatesNothing() throws IOException, UnreadableFile {
        var findings = examine(log("NVIDIA H100 80GB HBM3", 1, bytes -> 4 + bytes / 1e6));
        assertThat(findings).anyMatch(finding -> finding.sentence().contains("ran on 1 GPU: nothing is communicated"));
        assertThat(findings).noneMatch(finding -> finding.rule().equals("fit"));
    }

    /** Read from the runner's sources, on which the server does not depend. */
    @Test
    void everyNextCommandHasOptionsThatTheProgramHas() throws IOException, UnreadableFile {
        var runner = Path.of("../runner/src/main/java/org/gpucomm/runner");
        assumeTrue(Files.isDirectory(runner), "the runner's sources are beside these");
        var options = new StringBuilder();
        for (var file : List.of("rig/SizeOptions", "rig/ProtocolOptions", "gpu/GpuOptions", "nccl/NcclOptions")) {
            options.append(Files.readString(runner.resolve(file + ".java")));
        }
        var findings = new java.util.ArrayList<>(new Rules(Profiles.bundled()).examine(EvidenceFiles.bundled("study")));
        findings.addAll(examine(log("NVIDIA H100 80GB HBM3", 8, 1 << 20, bytes -> 14 + bytes / 274e3)));
        var commands = findings.stream().map(Finding::next).filter(java.util.Objects::nonNull)
                .filter(next -> next.contains("gpucomm bench ")).distinct().toList();
        assertThat(commands).isNotEmpty().allSatisfy(command -> {
            var words = command.substring(command.indexOf("gpucomm bench ") + 14).replace("; done", "").split(" ");
            assertThat(org.gpucomm.results.Operation.ofId(words[0])).isPresent();
            for (int i = 1; i < words.length; i += 2) {
                assertThat(options).contains("\"" + words[i] + "\"");
                assertThat(words[i + 1]).matches("[0-9]+[KMG]?|[a-z0-9]+");
            }
        });
    }

    private static List<Finding> examine(String log) throws IOException, UnreadableFile {
        var files = new EvidenceFiles();
        files.add(new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)), "a.log", "a.log");
        return new Rules(Profiles.bundled()).examine(files.evidence());
    }

    private static String log(String gpu, int ranks, java.util.function.LongToDoubleFunction time) {
        return log(gpu, ranks, 1L << 32, time);
    }

    /** As nccl-tests prints it: two decimals of a bandwidth, four digits of a time. */
    private static String log(String gpu, int ranks, long to, java.util.function.LongToDoubleFunction time) {
        var log = new StringBuilder("# nThread 1 nGpus " + ranks + " minBytes 8 maxBytes " + to
                + " step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0\n#\n# Using devices\n");
        IntStream.range(0, ranks).forEach(rank -> log.append(
                String.format(Locale.ROOT, "#  Rank %2d Group  0 Pid %6d on  host-a device %2d [0x%02x] %s%n", rank,
                        4711,
                        rank, 16 + rank, gpu)));
        log.append("""
                #
                #                                                              out-of-place                       in-place
                #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                #        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
                """);
        for (long bytes = 8; bytes <= to; bytes *= 2) {
            double us = time.applyAsDouble(bytes);
            double algbw = bytes / us / 1e3;
            double busbw = algbw * 2 * (ranks - 1) / ranks;
            log.append(String.format(Locale.ROOT, "%12d %13d %9s %6s %7d %8.2f %7.2f %7.2f %6d %8.2f %7.2f %7.2f %6d%n",
                    bytes, bytes / 4, "float", "sum", -1, us, algbw, busbw, 0, us, algbw, busbw, 0));
        }
        return log + "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 1\n#\n";
    }
}
