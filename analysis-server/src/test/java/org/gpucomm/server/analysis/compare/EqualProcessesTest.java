package org.gpucomm.server.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

import org.gpucomm.server.analysis.evidence.Evidence;
import org.gpucomm.server.analysis.evidence.EvidenceFiles;
import org.gpucomm.server.analysis.evidence.Machine.Law;
import org.gpucomm.server.analysis.evidence.Observation;
import org.gpucomm.server.analysis.evidence.Planted;
import org.gpucomm.server.analysis.hardware.Profiles;
import org.gpucomm.server.analysis.rules.Rules;
import org.gpucomm.results.format.UnreadableFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What is said of real machines where nothing differs: forty and eighty processes, one after the other on one host, that measured the
 * same. Some are A and some are B, in turns. The tables of docs/analysis.md:
 * {@code mvn -pl analysis-server -am test -Dtest=EqualProcessesTest -Drates=300 -Dsurefire.failIfNoSpecifiedTests=false}
 */
class EqualProcessesTest {

    /** What was measured on it. */
    private enum Host {
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

    /** Of 40 comparisons 3 % are 1.2; more than 5 come by chance once in 1000 times. */
    @ParameterizedTest
    @EnumSource
    void sidesThatAreTheSameAreHardlyEverSaidToDiffer(Host host) {
        for (int[] count : new int[][]{{10, 10}, {5, 5}, {3, 3}, {3, 10}, {1, 1}}) {
            assertThat(share(host, FEW, count, EQUAL, CompareRates::isAlarm)).as("%d v %d", count[0], count[1])
                    .isLessThanOrEqualTo(5.0 / FEW);
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
    @EnabledIfSystemProperty(named = "rates", matches = "[0-9]+")
    void theWholeTable(Host host) {
        int draws = Integer.getInteger("rates");
        System.out.println(host);
        System.out.println("| | 10 v 10 | 5 v 5 | 3 v 3 | 3 v 10 | 2 v 2 | 1 v 1 | 1 v 10 |");
        System.out.println("|---|--:|--:|--:|--:|--:|--:|--:|");
        row("equal: anything slower or faster, of comparisons",
                count -> share(host, draws, count, EQUAL, CompareRates::isAlarm));
        row("+3 % from 16 MiB up: found, of those places", count -> found(host, draws, count, SLOWER_FROM_16_MIB));
        row("+50 % up to 64 KiB: found, of those places", count -> found(host, draws, count, SLOWER_UP_TO_64_KIB));
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

    /** Returns so many of the processes in the order in which they ran. */
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
