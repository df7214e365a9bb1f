package org.gpucomm.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.Platform;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.evidence.Planted;
import org.gpucomm.analysis.evidence.Rate;
import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class StragglersTest {

    private static final int SEEDS = 400;

    /** The last to come waits least: the rank with the shortest time is waited for. */
    @Test
    void theRankThatIsWaitedForIsNamedAndNobodyWhereAllComeAlike() {
        assertThat(lateRank(SEEDS, 0).share()).isGreaterThanOrEqualTo(0.95);
        assertThat(nobodyLate(SEEDS, 0).share()).isLessThanOrEqualTo(0.05);
    }

    @Test
    void severalLateRanksAreAllNamed() {
        assertThat(twoLateRanks(SEEDS, 0).share()).isGreaterThanOrEqualTo(0.95);
    }

    @Test
    void aWholeLateNodeIsNamedAsOne() {
        assertThat(lateNode(SEEDS, 0).share()).isGreaterThanOrEqualTo(0.95);
    }

    @Test
    void ranksThatAlwaysDifferALittleAreNoStragglers() {
        assertThat(unlikeRanks(SEEDS, 0).share()).isLessThanOrEqualTo(0.05);
    }

    @Test
    void aRankThatIsLateWithLargeMessagesAloneIsNamedWithTheSizes() {
        var named = Rate.of(SEEDS, 0, seed -> {
            int late = new Random(seed).nextInt(16);
            return startsWith(lateFrom(seed, late, 16 << 20),
                    "Rank " + late + " of 16 holds all others back by ");
        });
        assertThat(named.share()).isGreaterThanOrEqualTo(0.95);
        assertThat(new Stragglers().examine(lateFrom(1, 5, 16 << 20).evidence()).getFirst().sentence())
                .contains(" from 16 MiB up. In All-Reduce");
    }

    /** Plants sixteen ranks at 64 KiB to 1 GiB; one rank is 20 % late with messages of at least this size. */
    private static Planted lateFrom(long seed, int late, long bytes) {
        var random = new Random(seed);
        var planted = new Planted("nccl", seed, 0);
        for (long size = 64 << 10; size <= 1L << 30; size *= 4) {
            for (int rank = 0; rank < 16; rank++) {
                double waits = rank == late && size >= bytes ? 1 / 1.2 : 1;
                planted.add(16, size, (20 + size / 2e5) * waits * Math.exp(0.01 * random.nextGaussian()),
                        "rank=" + rank);
            }
        }
        return planted;
    }

    /** The rates of docs/analysis.md, of seeds that nothing was chosen by; by {@code -Prates} (CONTRIBUTING.md). */
    @Test
    @Tag("rates")
    void theWholeTable() {
        int draws = Integer.getInteger("rates", 400);
        long first = Long.getLong("first", 86_000_000);
        System.out.printf("%n%d files a line, seeds from %d%n", draws, first);
        System.out.println("one of 16 ranks 5 % late, jitter 1 %, one place in twenty with another late: named in "
                + lateRank(draws, first) + "; nobody late: an alarm in " + nobodyLate(draws, first));
        System.out.println("two late by 8 %: both named in " + twoLateRanks(draws, first));
        System.out.println("a node of two late by 10 %: named in " + lateNode(draws, first));
        System.out.println("64 ranks that always differ by 1.5 %: an alarm in " + unlikeRanks(draws, first));
    }

    private static Rate lateRank(int draws, long first) {
        return Rate.of(draws, first, seed -> {
            int late = new Random(seed).nextInt(16);
            return startsWith(arrivals(seed, 16, 0.05, late), "Rank " + late + " of 16 holds all others back by ");
        });
    }

    private static Rate nobodyLate(int draws, long first) {
        return Rate.of(draws, first, seed -> !new Stragglers().examine(arrivals(seed, 16, 0).evidence()).isEmpty());
    }

    private static Rate twoLateRanks(int draws, long first) {
        return Rate.of(draws, first, seed -> startsWith(arrivals(seed, 16, 0.08, 3, 11),
                "Ranks 3 and 11 of 16 hold all others back by "));
    }

    private static Rate lateNode(int draws, long first) {
        var node = IntStream.range(8, 16).toArray();
        return Rate.of(draws, first, seed -> startsWith(onNodes(arrivals(seed, 16, 0.1, node).evidence(), 2),
                "Node 1 (ranks 8 to 15) of 16 holds all others back by "));
    }

    private static Rate unlikeRanks(int draws, long first) {
        return Rate.of(draws, first, seed -> {
            var random = new Random(seed);
            var offsets = random.doubles(64).map(each -> 0.015 * random.nextGaussian()).toArray();
            var planted = new Planted("nccl", seed, 0);
            for (int place = 0; place < 12; place++) {
                for (int rank = 0; rank < 64; rank++) {
                    planted.add(64, 1L << (20 + place), 1000 * Math.exp(offsets[rank] + 0.01 * random.nextGaussian()),
                            "rank=" + rank);
                }
            }
            return !new Stragglers().examine(planted.evidence()).isEmpty();
        });
    }

    @Test
    void whoWaitsLongestInACollectiveIsNotCalledSlow() {
        var finding = new Stragglers().examine(ofRanks(7, 16, 3, 1.1).evidence()).getFirst();
        assertThat(finding.confidence()).isEqualTo(Confidence.AMBIGUOUS);
        assertThat(finding.severity()).isEqualTo(Finding.Severity.NOTICE);
        assertThat(finding.sentence()).startsWith("Rank 3 of 16 waits longest, by ").contains("12 of 12 places",
                "no rank is seen to be waited for").doesNotContain("slow in");
        assertThat(finding.numbers()).filteredOn(each -> each.name().equals("by")).singleElement()
                .satisfies(each -> assertThat(each.value()).isCloseTo(10, within(1.5)));
        assertThat(finding.rows()).hasSize(16 * 12);
    }

    private static boolean startsWith(Planted planted, String words) {
        return startsWith(planted.evidence(), words);
    }

    private static boolean startsWith(Evidence evidence, String words) {
        var found = new Stragglers().examine(evidence);
        return found.size() == 1 && found.getFirst().sentence().startsWith(words)
                && found.getFirst().severity() == Finding.Severity.WARNING;
    }

    /** Twelve sizes at which ranks come with a jitter of 1 % and all end together; some come later by a share of the time. */
    private static Planted arrivals(long seed, int ranks, double later, int... late) {
        var random = new Random(seed + 77_000);
        var planted = new Planted("nccl", seed, 0);
        for (long bytes = 1 << 20; bytes <= 1L << 31; bytes *= 2) {
            double time = 20 + bytes / 200e3;
            var comes = random.doubles(ranks).map(each -> 0.01 * Math.abs(random.nextGaussian()) * time).toArray();
            for (int rank : late) {
                comes[rank] += later * time;
            }
            if (random.nextInt(20) == 0) {
                comes[random.nextInt(ranks)] += 0.3 * time;
            }
            double end = IntStream.range(0, ranks).mapToDouble(rank -> comes[rank]).max().orElseThrow() + time;
            for (int rank = 0; rank < ranks; rank++) {
                planted.add(ranks, bytes, end - comes[rank], "rank=" + rank);
            }
        }
        return planted;
    }

    private static Evidence onNodes(Evidence evidence, int nodes) {
        return Evidence.of(evidence.observations().stream().map(each -> {
            var measurement = each.measurement();
            var platform = measurement.platform();
            return new Observation(new Measurement(measurement.source(), measurement.section(), measurement.stack(),
                    new Platform(platform.instanceType(), platform.gpu(), nodes, platform.ranks()),
                    measurement.workload(),
                    measurement.outcome(), measurement.startedAt(), measurement.settings()), each.row());
        }).toList());
    }

    /** NCCL's Inspector writes a file a process; the calls of one number are one place, however much calls differ. */
    @Test
    void ranksOfOneCallAreComparedOverManyCalls() throws IOException, UnreadableFile {
        var random = new Random(5);
        var files = new EvidenceFiles();
        var base = random.doubles(20, 500, 900).toArray();
        for (int rank = 0; rank < 8; rank++) {
            var lines = new StringBuilder();
            for (int call = 0; call < base.length; call++) {
                double time = base[call] * (1 + 0.005 * random.nextGaussian()) * (rank == 5 ? 1 / 1.06 : 1);
                lines.append("""
                        {"header":{"id":"0x1","rank":%d,"n_ranks":8,"nnodes":1},"metadata":{"hostname":"node-0"},\
                        "coll_perf":{"coll":"AllReduce","coll_sn":%d,"coll_msg_size_bytes":16777216,\
                        "coll_exec_time_us":%.1f}}
                        """.formatted(rank, call, time));
            }
            var name = "node-0-pid" + rank + ".log";
            files.add(new ByteArrayInputStream(lines.toString().getBytes(StandardCharsets.UTF_8)), name, name);
        }
        var findings = new Rules(Profiles.bundled()).examine(files.evidence());
        assertThat(findings).filteredOn(finding -> finding.rule().equals("straggler")).singleElement()
                .satisfies(finding -> {
                    assertThat(finding.sentence()).startsWith("Rank 5 of 8 holds all others back by ")
                            .contains("20 of 20 places");
                    assertThat(finding.confidence()).isEqualTo(Confidence.LIKELY);
                });
    }

    @Test
    void aProcessOfALogIsNamedWithItsHostAndGpu() throws IOException, UnreadableFile {
        var files = new EvidenceFiles();
        files.add(new ByteArrayInputStream(json(8, 5).getBytes(StandardCharsets.UTF_8)), "a.json", "a.json");
        var findings = new Rules(Profiles.bundled()).examine(files.evidence());
        assertThat(findings).filteredOn(finding -> finding.rule().equals("straggler")).singleElement()
                .satisfies(finding -> assertThat(finding.sentence())
                        .startsWith(
                                "Process 5 (GPU 1 of node-1) of 8 holds all others back by "));
    }

    @Test
    void whereOnlyTheSlowestIsNamedItMustBeSlowerByThreePercentAndMoreOftenThanChance() {
        assertThat(new Stragglers().examine(slowest(true, 5).evidence())).singleElement().satisfies(
                finding -> assertThat(finding.sentence()).startsWith("Rank 6 of 8 waits longest.")
                        .contains("of 20 measurements, by 5 %"));
        assertThat(new Stragglers().examine(slowest(true, 0.3).evidence())).as("0.3 %").isEmpty();
        assertThat(new Stragglers().examine(slowest(false, 5).evidence())).as("another rank each time").isEmpty();
        var untold = new Planted("nccl", 1, 0);
        for (int i = 0; i < 20; i++) {
            untold.add(8, 8L << i, 10, "slowest_rank=6");
        }
        assertThat(new Stragglers().examine(untold.evidence())).as("rows that do not tell by how much").isEmpty();
    }

    private static Planted slowest(boolean often, double by) {
        var planted = new Planted("nccl", 1, 0);
        var random = new Random(1);
        for (int i = 0; i < 20; i++) {
            int rank = often ? i % 2 == 0 ? 6 : random.nextInt(8) : i % 8;
            planted.add(8, 8L << i, 10, "slowest_rank=" + rank + ";slowest_by_pct=" + by);
        }
        return planted;
    }

    @Test
    void theBinomialTailIsThatOfAllOutcomesCounted() {
        for (int k = 0; k <= 6; k++) {
            int least = k;
            // Six dice: as many of all 6^6 outcomes as show at least k ones.
            long outcomes = IntStream.range(0, 46_656).filter(each -> ones(each) >= least).count();
            assertThat(Stragglers.atLeast(k, 6, 1 / 6.0)).isCloseTo(outcomes / 46_656.0, within(1e-12));
        }
    }

    @Test
    void rowsOfSingleRanksAreOneMeasurement() {
        var cells = ofRanks(1, 4, 0, 1).evidence().alongSize().getFirst().cells();
        assertThat(cells).hasSize(12).allSatisfy(cell -> assertThat(cell.repetitions()).isOne());
    }

    private static long ones(int outcome) {
        return IntStream.iterate(outcome, rest -> rest / 6).limit(6).filter(rest -> rest % 6 == 0).count();
    }

    /** Twelve sizes, a row for each rank. */
    private static Planted ofRanks(long seed, int ranks, int slow, double factor) {
        var random = new Random(seed + 1000);
        var planted = new Planted("nccl", seed, 0);
        for (long bytes = 1 << 20; bytes <= 1L << 31; bytes *= 2) {
            for (int rank = 0; rank < ranks; rank++) {
                double time = (20 + bytes / 200e3) * Math.exp(0.01 * random.nextGaussian())
                        * (rank == slow ? factor : 1);
                planted.add(ranks, bytes, time, "rank=" + rank);
            }
        }
        return planted;
    }

    /** As nccl-tests writes it with -J and -I 1: for each process its iterations. */
    private static String json(int processes, int slow) {
        var random = new Random(4);
        var devices = IntStream.range(0, processes).mapToObj(rank -> String.format(Locale.ROOT,
                "{\"rank\":%d,\"group\":0,\"pid\":%d,\"hostname\":\"node-%d\",\"device\":%d,\"device_info\":\"NVIDIA H200\"}",
                rank, 100 + rank, rank / 4, rank % 4)).collect(Collectors.joining(","));
        var results = IntStream.range(0, 8).mapToObj(size -> {
            double time = 20 * (1 << size);
            var lists = IntStream.range(0, processes).mapToObj(process -> IntStream.range(0, 5)
                    .mapToObj(
                            i -> number(
                                    time * (process == slow ? 1 / 1.08 : 1) * Math.exp(0.005 * random.nextGaussian())))
                    .collect(Collectors.joining(",", "[", "]"))).collect(Collectors.joining(","));
            return "{\"size\":" + (1024 << size)
                    + ",\"count\":256,\"type\":\"float\",\"redop\":\"sum\",\"root\":\"-1\","
                    + "\"out_of_place\":{\"time\":" + number(time)
                    + ",\"alg_bw\":0.1,\"bus_bw\":0.1,\"nwrong\":0},\"out_of_place_per_iter\":{\"min_us\":"
                    + number(time)
                    + ",\"per_process_max_times_us\":[" + lists + "]},\"actual_iterations\":5}";
        }).collect(Collectors.joining(","));
        return "{\"version\":3,\"start_time\":\"2026-07-10 10:11:12\",\"args\":[\"./all_reduce_perf\"],\"nccl_version\":22907,"
                + "\"config\":{\"nthreads\":1,\"ngpus\":1,\"iterations\":5,\"devices\":[" + devices + "]},\"results\":["
                + results
                + "],\"out_of_bounds\":{\"count\":0,\"okay\":true},\"average_bus_bandwidth\":{\"bandwidth\":1,\"okay\":true}}\n";
    }

    private static String number(double value) {
        return BigDecimal.valueOf(value).setScale(6, RoundingMode.HALF_UP).toPlainString();
    }
}
