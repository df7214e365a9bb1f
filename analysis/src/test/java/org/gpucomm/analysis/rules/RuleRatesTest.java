package org.gpucomm.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.LongToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.gpucomm.results.Operation;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Machine;
import org.gpucomm.analysis.evidence.Machine.Law;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.evidence.Planted;
import org.gpucomm.analysis.evidence.Rate;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Curves with the noise of the H200 rounds of which the truth is known: what rules say of them that is not so. The whole tables of
 * docs/analysis.md by {@code -Prates} (CONTRIBUTING.md).
 */
@Tag("nightly")
class RuleRatesTest {

    private static final Law TRUTH = bytes -> 12 + bytes / 180e3;
    private static final Law POWERS = bytes -> Math.sqrt(144 + Math.pow(bytes / 180e3, 2));
    private static final Law ROOTS = bytes -> 12 + Math.sqrt(bytes) / 40 + bytes / 180e3;
    private static final int SIZES = 24;

    @Test
    void equalCurvesHaveNoCrossingNoViolationAndNoSwitch() {
        for (int processes : new int[]{1, 3, 10}) {
            for (double apart : new double[]{1, 1.02, 1.05, 1.1}) {
                assertThat(crossing(100, 700_000, processes, apart).share()).isLessThanOrEqualTo(0.05);
            }
            assertThat(violated(100, 700_000, processes).share()).isLessThanOrEqualTo(0.05);
            assertThat(switched(100, 700_000, processes, TRUTH).share()).isLessThanOrEqualTo(0.06);
        }
    }

    @Test
    void aSmoothBendHasNoSwitch() {
        for (var law : List.of(POWERS, ROOTS)) {
            assertThat(switched(100, 700_000, 3, law).share()).isLessThanOrEqualTo(0.1);
        }
    }

    @Test
    void threeSwitchesAreAllFound() {
        assertThat(fourPieces(100, 700_000).share()).isGreaterThanOrEqualTo(0.9);
    }

    /** The bounds of single rules in docs/analysis.md. */
    @Test
    @Tag("rates")
    void theWholeTable() {
        int draws = Integer.getInteger("rates", 400);
        long first = Long.getLong("first", 87_000_000);
        System.out.printf("%n%d files a cell, seeds from %d%n| percent of files | once | 3 processes | 10 |%n", draws,
                first);
        for (double apart : new double[]{1, 1.02, 1.05, 1.1}) {
            line("%.0f %% apart: a crossing".formatted(100 * (apart - 1)),
                    processes -> crossing(draws, first, processes, apart));
        }
        line("as slow as a guideline allows: a violation", processes -> violated(draws, first, processes));
        line("straight: a switch", processes -> switched(draws, first, processes, TRUTH));
        line("bends by powers: a switch", processes -> switched(draws, first, processes, POWERS));
        line("bends by a root: a switch", processes -> switched(draws, first, processes, ROOTS));
        System.out.println("three switches: four pieces in " + fourPieces(draws, first));
        System.out.println("one switch, five processes, 1 %: in the sizes that are told in " + bracketed(draws, first));
        System.out.println("crossings, 0 to 40 % apart: " + words(4 * draws, first, 0.4));
        System.out.println("crossings, 0 to 5 % apart: " + words(4 * draws, first, 0.05));
    }

    private static void line(String name, IntFunction<Rate> rate) {
        System.out.println("| " + name + IntStream.of(1, 3, 10).mapToObj(rate).map(each -> " | " + each.percent())
                .collect(Collectors.joining()) + " |");
    }

    private static Rate crossing(int draws, long first, int processes, double apart) {
        return Rate.of(draws, first, seed -> new Alternatives()
                .examine(Evidence.of(both(seed, processes, TRUTH, bytes -> apart * TRUTH.time(bytes)))).stream()
                .anyMatch(finding -> finding.sentence().contains("they cross")));
    }

    private static Rate violated(int draws, long first, int processes) {
        return Rate.of(draws, first, seed -> !new Guidelines().examine(operations(seed, processes)).isEmpty());
    }

    private static Rate switched(int draws, long first, int processes, Law law) {
        return Rate.of(draws, first, seed -> new Fits().examine(one(seed, processes, law)).stream()
                .anyMatch(finding -> finding.sentence().contains("pieces")));
    }

    /** Another protocol from there on: a little more latency for twice the bandwidth. Counts the files in which a switch is reported. */
    private static Rate bracketed(int draws, long first) {
        int told = 0;
        int within = 0;
        for (long seed = first; seed < first + draws; seed++) {
            long at = 1L << 13 + new Random(seed).nextInt(8);
            Law law = bytes -> bytes <= at ? 8 + bytes / 20e3 : 12 + at / 20e3 + (bytes - at) / 40e3;
            var switches = new Fits()
                    .examine(curve(new Planted("nccl", 0, 0), new Random(seed), 5, law, bytes -> 0.01).evidence())
                    .stream().flatMap(finding -> finding.marks().stream()).toList();
            if (switches.size() == 1) {
                told++;
                within += switches.getFirst().from() <= at && 2 * at <= switches.getFirst().to() ? 1 : 0;
            }
        }
        return new Rate(within, told);
    }

    private static Rate fourPieces(int draws, long first) {
        Law law = bytes -> bytes <= 4 << 10
                ? 8 + bytes / 2e3
                : bytes <= 128 << 10 ? 20 + bytes / 12e3 : bytes <= 8 << 20 ? 60 + bytes / 60e3 : 300 + bytes / 300e3;
        return Rate.of(draws, first, seed -> new Fits().examine(one(seed, 10, law)).stream()
                .anyMatch(finding -> finding.sentence().contains("in 4 pieces")));
    }

    @Test
    void certainIsTrueAndLikelyMostly() {
        var words = words(400, 700_000, 0.4);
        assertThat(words.certain().times()).isPositive();
        assertThat(words.certain().share()).isGreaterThanOrEqualTo(0.98);
        assertThat(words.likely().share()).isGreaterThanOrEqualTo(0.75);
    }

    /** Returns the share of reported crossings, of either confidence, that are where the sentence places them. */
    private record Words(Rate certain, Rate likely) {}

    /** Two libraries up to so far apart, half of them with a crossing: what a word is worth. */
    private static Words words(int files, long first, double most) {
        var counts = new int[2][2];
        for (long seed = first; seed < first + files; seed++) {
            var random = new Random(seed);
            double apart = most * random.nextDouble() * random.nextDouble();
            double crossing = random.nextBoolean() ? Math.pow(2, 12 + 14 * random.nextDouble()) : 0;
            int processes = new int[]{1, 3, 10}[random.nextInt(3)];
            Law other = bytes -> TRUTH.time(bytes) * (bytes < crossing ? 1 + apart : 1 / (1 + apart));
            for (var finding : new Alternatives().examine(Evidence.of(both(seed, processes, TRUTH, other)))) {
                if (finding.sentence().contains("they cross")) {
                    double from = number(finding, "from");
                    double to = number(finding, "to");
                    boolean isTrue = crossing > 0 && from <= crossing && crossing <= to;
                    counts[finding.confidence() == Confidence.CERTAIN ? 0 : 1][isTrue ? 0 : 1]++;
                }
            }
        }
        return new Words(new Rate(counts[0][0], counts[0][0] + counts[0][1]),
                new Rate(counts[1][0], counts[1][0] + counts[1][1]));
    }

    private static double number(Finding finding, String name) {
        return finding.numbers().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow().value();
    }

    private static List<Observation> both(long seed, int processes, Law first, Law second) {
        var both = new ArrayList<Observation>();
        curve(new Planted("nccl", 0, 0), new Random(2 * seed), processes, first).observations().forEach(both::add);
        curve(new Planted("nvshmem", 0, 0), new Random(2 * seed + 1), processes, second).observations()
                .forEach(both::add);
        return both;
    }

    private static Evidence one(long seed, int processes, Law law) {
        return curve(new Planted("nccl", 0, 0), new Random(seed), processes, law).evidence();
    }

    private static Planted curve(Planted planted, Random random, int processes, Law law) {
        return curve(planted, random, processes, law, Machine::h200);
    }

    private static Planted curve(Planted planted, Random random, int processes, Law law, LongToDoubleFunction noise) {
        for (int process = 1; process <= processes; process++) {
            for (long bytes : Machine.sizes(SIZES)) {
                planted.add(8, bytes, law.time(bytes) * Math.exp(noise.applyAsDouble(bytes) * random.nextGaussian()),
                        null,
                        process, null);
            }
        }
        return planted;
    }

    /** All-reduce takes as long as all-gather and reduce-scatter do, which is the worst that is allowed. */
    private static Evidence operations(long seed, int processes) {
        var all = new ArrayList<Observation>();
        var random = new Random(seed);
        for (var operation : List.of(Operation.ALL_REDUCE, Operation.ALL_GATHER, Operation.REDUCE_SCATTER,
                Operation.BROADCAST)) {
            all.addAll(curve(new Planted("nccl", 0, 0).of(operation), random, processes, TRUTH).observations());
        }
        return Evidence.of(all);
    }
}
