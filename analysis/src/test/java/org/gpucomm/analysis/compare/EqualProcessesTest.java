package org.gpucomm.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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
import java.util.stream.Stream;

import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.gpucomm.analysis.evidence.Machine.Law;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.evidence.Planted;
import org.gpucomm.analysis.evidence.Rate;
import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Rules;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What is said of real machines where nothing differs: forty and eighty processes, one after the other on one host, that measured the
 * same. Some are A and some are B, in turns. The tables of docs/analysis.md by {@code -Prates} (CONTRIBUTING.md).
 */
@Tag("nightly")
class EqualProcessesTest {

    /** What was measured on it. */
    enum Host {
        FORTY(40),
        EIGHTY(80);

        private final List<List<Observation>> processes;

        Host(int count) {
            processes = read(Path.of("../data/h200/h200_" + name().toLowerCase(Locale.ROOT) + "_processes.csv.gz"));
            assertThat(processes).hasSize(count).allSatisfy(rows -> assertThat(rows).hasSize(104));
        }
    }

    private static final Law EQUAL = bytes -> 1;
    private static final Law SLOWER_FROM_16_MIB = bytes -> bytes >= 16 << 20 ? 1.03 : 1;
    private static final Law SLOWER_UP_TO_64_KIB = bytes -> bytes <= 64 << 10 ? 1.5 : 1;
    private static final int FEW = 40;
    /** Rules that say who is faster. */
    private static final Set<String> WINS = Set.of("alternatives", "guideline", "selection");

    /** Of 40 comparisons 3 % are 1.2; more than 5 come by chance once in 1000 times. */
    @ParameterizedTest
    @EnumSource
    void sidesThatAreTheSameAreHardlyEverSaidToDiffer(Host host) {
        for (int[] count : new int[][]{{10, 10}, {5, 5}, {3, 3}, {3, 10}, {1, 1}}) {
            assertThat(share(host, FEW, count, EQUAL, CompareRates::isAlarm)).as("%d v %d", count[0], count[1])
                    .isLessThanOrEqualTo(5.0 / FEW);
        }
    }

    /** A third of these processes are a quarter faster with small messages: three that are and three that are not show no difference. */
    @Test
    void modesOfProcessesAreNoDifferenceOfThreeASide() {
        assertThat(share(Host.EIGHTY, 200, new int[]{3, 3}, EQUAL, CompareRates::isAlarm)).isLessThanOrEqualTo(0.03);
    }

    /** Where a process is slow or fast up to 512 KiB, its curve has a step there, and no protocol was switched. */
    @Test
    void singleProcessesAreHardlyEverSaidToSwitchAmongSmallMessages() {
        var rules = new Rules(Profiles.bundled());
        var pages = Stream.of(Host.values()).flatMap(host -> host.processes.stream()).toList();
        long told = pages.stream().filter(page -> rules.examine(Evidence.of(page)).stream()
                .flatMap(finding -> finding.marks().stream())
                .anyMatch(mark -> mark.label().equals("switch") && mark.to() <= 512 << 10)).count();
        assertThat(told / (double) pages.size()).as("of %d", pages.size()).isLessThanOrEqualTo(0.05);
    }

    /**
     * Single processes lie as far apart with small messages as it is said that single runs tell nothing: NoiseTableTest has all pairs,
     * of 40 pairs whose sizes move together the share is less sure.
     */
    @ParameterizedTest
    @EnumSource
    void whatSingleRunsAreSaidNotToTellIsWhatProcessesDifferBy(Host host) {
        var places = IntStream.range(0, FEW).boxed()
                .flatMap(seed -> comparison(host, 1, 1, EQUAL, seed).places().stream())
                .filter(place -> place.a().bytes() > 0).toList();
        for (boolean small : new boolean[]{true, false}) {
            long of = places.stream().filter(place -> place.isSmall() == small).count();
            long within = places.stream().filter(place -> place.isSmall() == small
                    && Math.abs(Math.log1p(place.effect())) <= place.halfInterval()).count();
            assertThat(within / (double) of).as("below 1 MiB: %s", small).isGreaterThanOrEqualTo(0.9);
        }
    }

    /** Two libraries, two operations, all of them the same program: all sizes, and those where small and large messages meet. */
    @ParameterizedTest
    @EnumSource
    void pagesOfProcessesThatAreTheSameHaveNoWinner(Host host) {
        for (long from : new long[]{1, 128 << 10}) {
            for (int count : new int[]{1, 2, 3}) {
                assertThat(pagesWithAWinner(host, 10, count, from).times()).as("%d processes from %d B", count, from)
                        .isLessThanOrEqualTo(2);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void threePercentOfTheLargeMessagesAreFoundByTenProcessesASide(Host host) {
        assertThat(found(host, 10, new int[]{10, 10}, SLOWER_FROM_16_MIB)).isGreaterThanOrEqualTo(0.95);
        assertThat(found(host, 10, new int[]{5, 5}, SLOWER_FROM_16_MIB)).isGreaterThanOrEqualTo(0.8);
    }

    /** A few processes are a third faster than the others with small messages, but not a mode of their own. */
    @Test
    void equalProcessesAreHardlyEverCalledTwoModes() {
        var rules = new Rules(Profiles.bundled());
        int pages = 20;
        long told = IntStream.range(0, pages)
                .mapToObj(seed -> Evidence.of(drawn(Host.FORTY, 10, new Random(seed)).stream()
                        .flatMap(List::stream).toList()))
                .filter(
                        evidence -> rules.examine(evidence).stream()
                                .anyMatch(finding -> finding.sentence().contains("two modes")))
                .count();
        assertThat(told).isLessThanOrEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("rates")
    void theWholeTable(Host host) {
        int draws = Integer.getInteger("rates", 400);
        System.out.printf("%n%s, %d draws a cell, seeds from 0%n", host, draws);
        System.out.println("| | 10 v 10 | 5 v 5 | 3 v 3 | 3 v 10 | 2 v 2 | 1 v 1 | 1 v 10 |");
        System.out.println("|---|--:|--:|--:|--:|--:|--:|--:|");
        row("equal: anything slower or faster, of comparisons",
                count -> share(host, draws, count, EQUAL, CompareRates::isAlarm));
        row("+3 % from 16 MiB up: found, of those places", count -> found(host, draws, count, SLOWER_FROM_16_MIB));
        row("+50 % up to 64 KiB: found, of those places", count -> found(host, draws, count, SLOWER_UP_TO_64_KIB));
        for (long from : new long[]{1, 128 << 10}) {
            for (int count : new int[]{1, 2, 3, 5, 10}) {
                System.out.printf("a page from %d B, %d processes: a winner in %s%n", from, count,
                        pagesWithAWinner(host, draws, count, from));
            }
        }
    }

    /** Sizes up to 16 MiB where the smallest is not the first. */
    private static Rate pagesWithAWinner(Host host, int pages, int count, long from) {
        var rules = new Rules(Profiles.bundled());
        return Rate.of(pages, 0, seed -> rules.examine(page(host, count, from, seed)).stream()
                .anyMatch(finding -> finding.confidence() != Confidence.AMBIGUOUS && WINS.contains(finding.rule())
                        && !finding.sentence().contains("for less")));
    }

    /** All-reduce of four processes, called that of two libraries and two operations, so often. */
    private static Evidence page(Host host, int count, long from, long seed) {
        var order = new ArrayList<>(host.processes);
        Collections.shuffle(order, new Random(seed));
        var sides = List.of(new Planted("nccl", 0, 0), new Planted("nvshmem", 0, 0));
        int at = 0;
        for (int number = 1; number <= count; number++) {
            for (var operation : List.of(Operation.ALL_GATHER, Operation.ALL_REDUCE)) {
                for (var side : sides) {
                    side.of(operation);
                    for (var each : order.get(at++)) {
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
    private static double found(Host host, int draws, int[] count, Law factor) {
        var places = IntStream.range(0, draws).boxed()
                .flatMap(seed -> comparison(host, count[0], count[1], factor, seed).places().stream())
                .filter(place -> place.a().bytes() > 0 && factor.time(place.a().bytes()) > 1).toList();
        return places.stream().filter(place -> place.verdict() == Verdict.SLOWER).count() / (double) places.size();
    }

    private static double share(Host host, int draws, int[] count, Law factor,
            Predicate<Comparison> holds) {
        return IntStream.range(0, draws).filter(seed -> holds.test(comparison(host, count[0], count[1], factor, seed)))
                .count()
                / (double) draws;
    }

    /** @param factor of B's times */
    private static Comparison comparison(Host host, int a, int b, Law factor, long seed) {
        var random = new Random(seed);
        var taken = drawn(host, a + b, random);
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

    /** Returns this number of processes in the order in which they ran. */
    private static List<List<Observation>> drawn(Host host, int count, Random random) {
        var numbers = new ArrayList<>(IntStream.range(0, host.processes.size()).boxed().toList());
        Collections.shuffle(numbers, random);
        return numbers.subList(0, count).stream().sorted().map(host.processes::get).toList();
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

    /** Returns the file's observations by process. */
    private static List<List<Observation>> read(Path file) {
        var files = new EvidenceFiles();
        try (var in = Files.newInputStream(file)) {
            files.add(in, file.getFileName().toString(), "equal");
        } catch (IOException | UnreadableFile e) {
            throw new IllegalStateException(e);
        }
        var bySection = new TreeMap<Integer, List<Observation>>();
        for (var observation : files.evidence().observations()) {
            bySection.computeIfAbsent(observation.measurement().section(), section -> new ArrayList<>())
                    .add(observation);
        }
        return List.copyOf(bySection.values());
    }
}
