package org.gpucomm.server.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.server.analysis.evidence.Evidence;
import org.gpucomm.server.analysis.evidence.EvidenceFiles;
import org.gpucomm.server.analysis.evidence.Machine.Law;
import org.gpucomm.server.analysis.evidence.Observation;
import org.gpucomm.server.analysis.evidence.Planted;
import org.gpucomm.server.analysis.evidence.Rate;
import org.gpucomm.server.analysis.hardware.Profiles;
import org.gpucomm.server.analysis.rules.Finding.Confidence;
import org.gpucomm.server.analysis.rules.Rules;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What is said of a real machine where nothing differs: forty processes, one after the other on one host, that measured the same. Some
 * are A and some are B, in turns. The table of docs/analysis.md by {@code -Prates} (CONTRIBUTING.md).
 */
class FortyProcessesTest {

    private static final Path FILE = Path.of("../data/h200/h200_forty_processes.csv.gz");
    private static final Law EQUAL = bytes -> 1;
    private static final Law SLOWER_FROM_16_MIB = bytes -> bytes >= 16 << 20 ? 1.03 : 1;
    private static final Law SLOWER_UP_TO_64_KIB = bytes -> bytes <= 64 << 10 ? 1.5 : 1;
    private static final int FEW = 40;
    /** Rules that say who is faster. */
    private static final Set<String> WINS = Set.of("crossover", "lead", "ranking", "guideline", "selection");

    /** By process. */
    private static List<List<Observation>> processes;

    @BeforeAll
    static void read() throws Exception {
        var files = new EvidenceFiles();
        files.add(Files.newInputStream(FILE), FILE.getFileName().toString(), "forty");
        var bySection = new TreeMap<Integer, List<Observation>>();
        for (var observation : files.evidence().observations()) {
            bySection.computeIfAbsent(observation.measurement().section(), section -> new ArrayList<>())
                    .add(observation);
        }
        processes = List.copyOf(bySection.values());
        assertThat(processes).hasSize(40).allSatisfy(rows -> assertThat(rows).hasSize(104));
    }

    /** Of 40 comparisons 3 % are 1.2; more than 5 come by chance once in 1000 times. */
    @Test
    void sidesThatAreTheSameAreHardlyEverSaidToDiffer() {
        for (int[] count : new int[][]{{10, 10}, {5, 5}, {3, 3}, {3, 10}, {1, 1}}) {
            assertThat(share(FEW, count, EQUAL, CompareRates::isAlarm)).as("%d v %d", count[0], count[1])
                    .isLessThanOrEqualTo(5.0 / FEW);
        }
    }

    /**
     * Single processes lie as far apart with small messages as it is said that single runs tell nothing: NoiseTableTest has all pairs,
     * of 40 pairs whose sizes move together the share is less sure.
     */
    @Test
    void whatSingleRunsAreSaidNotToTellIsWhatProcessesDifferBy() {
        var places = IntStream.range(0, FEW).boxed().flatMap(seed -> comparison(1, 1, EQUAL, seed).places().stream())
                .filter(place -> place.a().bytes() > 0).toList();
        for (boolean small : new boolean[]{true, false}) {
            var of = places.stream().filter(place -> place.isSmall() == small).toList();
            assertThat(of).filteredOn(place -> Math.abs(Math.log1p(place.effect())) <= place.halfInterval())
                    .as("below 1 MiB: %s", small).hasSizeGreaterThanOrEqualTo(of.size() * 90 / 100);
        }
    }

    /** Two libraries, two operations, all of them the same program: small and large messages, and where the two kinds meet. */
    @Test
    void pagesOfProcessesThatAreTheSameHaveNoWinner() {
        for (long from : new long[]{1, 128 << 10}) {
            for (int count : new int[]{1, 2, 3}) {
                assertThat(pagesWithAWinner(10, count, from).times()).as("%d processes from %d B", count, from)
                        .isLessThanOrEqualTo(2);
            }
        }
    }

    @Test
    void threePercentOfTheLargeMessagesAreFoundByTenProcessesASide() {
        assertThat(found(10, new int[]{10, 10}, SLOWER_FROM_16_MIB)).isGreaterThanOrEqualTo(0.95);
        assertThat(found(10, new int[]{5, 5}, SLOWER_FROM_16_MIB)).isGreaterThanOrEqualTo(0.8);
    }

    /** A few processes are a third faster than the others with small messages, but not a mode of their own. */
    @Test
    void equalProcessesAreHardlyEverCalledTwoModes() {
        var rules = new Rules(Profiles.bundled());
        int pages = 20;
        long told = IntStream.range(0, pages).mapToObj(seed -> Evidence.of(drawn(10, new Random(seed)).stream()
                .flatMap(List::stream).toList())).filter(
                        evidence -> rules.examine(evidence).stream()
                                .anyMatch(finding -> finding.sentence().contains("two modes")))
                .count();
        assertThat(told).isLessThanOrEqualTo(2);
    }

    @Test
    @Tag("rates")
    void theWholeTable() {
        int draws = Integer.getInteger("rates", 400);
        System.out.printf("%n%d draws a cell, seeds from 0%n", draws);
        System.out.println("| | 10 v 10 | 5 v 5 | 3 v 3 | 3 v 10 | 2 v 2 | 1 v 1 | 1 v 10 |");
        System.out.println("|---|--:|--:|--:|--:|--:|--:|--:|");
        row("equal: anything slower or faster, of comparisons",
                count -> share(draws, count, EQUAL, CompareRates::isAlarm));
        row("+3 % from 16 MiB up: found, of those places", count -> found(draws, count, SLOWER_FROM_16_MIB));
        row("+50 % up to 64 KiB: found, of those places", count -> found(draws, count, SLOWER_UP_TO_64_KIB));
        for (long from : new long[]{1, 128 << 10}) {
            for (int count : new int[]{1, 2, 3, 5, 10}) {
                System.out.printf("a page from %d B, %d processes: a winner in %s%n", from, count,
                        pagesWithAWinner(draws, count, from));
            }
        }
    }

    /** Sizes up to 16 MiB where the smallest is not the first. */
    private static Rate pagesWithAWinner(int pages, int count, long from) {
        var rules = new Rules(Profiles.bundled());
        return Rate.of(pages, 0, seed -> rules.examine(page(count, from, seed)).stream()
                .anyMatch(finding -> finding.confidence() != Confidence.AMBIGUOUS && WINS.contains(finding.rule())
                        && !finding.sentence().contains("for less")));
    }

    /** All-reduce of four processes, called that of two libraries and two operations, so often. */
    private static Evidence page(int count, long from, long seed) {
        var numbers = drawn(4 * count, new Random(seed));
        var sides = List.of(new Planted("nccl", 0, 0), new Planted("nvshmem", 0, 0));
        int at = 0;
        for (int number = 1; number <= count; number++) {
            for (var operation : List.of(Operation.ALL_GATHER, Operation.ALL_REDUCE)) {
                for (var side : sides) {
                    side.of(operation);
                    for (var each : numbers.get(at++)) {
                        var workload = each.measurement().workload();
                        long bytes = workload.messageSize().count();
                        if (workload.operation() == Operation.ALL_REDUCE
                                && workload.placement() == Placement.OUT_OF_PLACE && bytes >= from
                                && (from == 1 || bytes <= 16 << 20)) {
                            side.add(2, bytes, each.time().orElseThrow(), null, number, null);
                        }
                    }
                }
            }
        }
        return Evidence.of(sides.stream().flatMap(side -> side.observations().stream()).toList());
    }

    private static void row(String name, ToDoubleFunction<int[]> share) {
        var row = new StringBuilder("| ").append(name);
        for (int[] count : CompareRates.COUNTS) {
            row.append(String.format(Locale.ROOT, " | %.1f", 100 * share.applyAsDouble(count)));
        }
        System.out.println(row.append(" |"));
    }

    /** Returns the share of the places where B is slower of which that is said. */
    private static double found(int draws, int[] count, Law factor) {
        var places = IntStream.range(0, draws).boxed()
                .flatMap(seed -> comparison(count[0], count[1], factor, seed).places().stream())
                .filter(place -> place.a().bytes() > 0 && factor.time(place.a().bytes()) > 1).toList();
        return places.stream().filter(place -> place.verdict() == Verdict.SLOWER).count() / (double) places.size();
    }

    private static double share(int draws, int[] count, Law factor, Predicate<Comparison> holds) {
        return IntStream.range(0, draws).filter(seed -> holds.test(comparison(count[0], count[1], factor, seed)))
                .count()
                / (double) draws;
    }

    /** @param factor of B's times */
    private static Comparison comparison(int a, int b, Law factor, long seed) {
        var random = new Random(seed);
        var taken = drawn(a + b, random);
        boolean first = random.nextBoolean();
        var ofA = new Planted("nccl", 0, 0);
        var ofB = new Planted("nccl", 0, 0);
        for (int i = 0; i < a + b; i++) {
            boolean isOfA = (long) (i + 1) * a / (a + b) > (long) i * a / (a + b);
            boolean toA = a == b ? isOfA == first : isOfA;
            add(toA ? ofA : ofB, taken.get(i), i + 1, toA ? EQUAL : factor);
        }
        return Comparison.of(ofA.evidence(), ofB.evidence());
    }

    /** Returns so many of the processes in the order in which they ran. */
    private static List<List<Observation>> drawn(int count, Random random) {
        var numbers = new ArrayList<>(IntStream.range(0, processes.size()).boxed().toList());
        Collections.shuffle(numbers, random);
        return numbers.subList(0, count).stream().sorted().map(processes::get).toList();
    }

    private static void add(Planted side, List<Observation> process, int number, Law factor) {
        for (var observation : process) {
            var workload = observation.measurement().workload();
            long bytes = workload.messageSize().count();
            side.of(workload.operation()).placed(workload.placement()).add(2, bytes,
                    observation.time().orElseThrow() * factor.time(bytes), null, number,
                    observation.measurement().startedAt().toString());
        }
    }
}
