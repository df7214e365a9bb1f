package org.gpucomm.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.gpucomm.analysis.evidence.Machine;
import org.gpucomm.analysis.evidence.Machine.Law;
import org.gpucomm.analysis.evidence.Rate;
import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Pages on which all is alike: whether anything is said that is not so. The whole tables of docs/analysis.md by {@code -Prates}
 * (CONTRIBUTING.md).
 */
@Tag("nightly")
class PageRatesTest {

    private static final Law TRUTH = bytes -> 12 + bytes / 180e3;
    private static final Set<Machine.Kind> STANDING_APART = EnumSet.of(Machine.Kind.OUTLIERS, Machine.Kind.PLACEMENT,
            Machine.Kind.MODES_OF_POINTS, Machine.Kind.MODES_OF_PROCESSES, Machine.Kind.RARE_MODE, Machine.Kind.SKEWED);
    private static final Set<Machine.Kind> MODES = EnumSet.of(Machine.Kind.MODES_OF_POINTS,
            Machine.Kind.MODES_OF_PROCESSES, Machine.Kind.RARE_MODE);
    /** Of 20 pages with 5 % each more than 4 come by chance once in 400 times. */
    private static final int FEW = 20;
    private static final int MANY_OF_FEW = 4;

    /**
     * Everything that could be chance, asked together as a page asks it: two libraries and two operations, all alike. Where times do
     * stand apart, an outlier is no alarm.
     */
    @Test
    void aPageOfEqualCurvesSaysNothingOfThemInNineteenOfTwenty() {
        var asked = new Rules(Profiles.bundled());
        for (var kind : Machine.Kind.values()) {
            for (int processes : new int[]{10, 5, 3, 2, 1}) {
                var rate = Rate.of(FEW, 700_000, seed -> !alarms(asked, kind, processes, 14, seed).isEmpty());
                assertThat(rate.times()).as("%s %d", kind, processes).isLessThanOrEqualTo(MANY_OF_FEW);
            }
            // Six sizes, measured once, do not show their noise.
            var few = Rate.of(FEW, 700_000, seed -> !alarms(asked, kind, 1, 6, seed).isEmpty());
            assertThat(few.times()).as("%s, six sizes", kind).isLessThanOrEqualTo(MANY_OF_FEW);
        }
    }

    /** What in-place shows beside it is no noise; what noise does to both is nothing that is shown. */
    @Test
    void pagesOfBothPlacementsSayNothingOfEqualCurvesEither() {
        var asked = new Rules(Profiles.bundled());
        for (var kind : Machine.Kind.values()) {
            for (int processes : new int[]{3, 2, 1}) {
                var rate = Rate.of(FEW, 700_000, seed -> !ofBothPlacements(asked, kind, processes, seed).isEmpty());
                assertThat(rate.times()).as("%s %d", kind, processes).isLessThanOrEqualTo(MANY_OF_FEW);
            }
        }
    }

    @Test
    @Tag("rates")
    void theWholeTables() {
        var asked = new Rules(Profiles.bundled());
        int pages = Integer.getInteger("rates", 400);
        long first = Long.getLong("first", 84_000_000);
        System.out.printf("%n%d pages a cell, seeds from %d%n", pages, first);
        for (int sizes : new int[]{6, 14, 22, 30}) {
            table("all alike, " + sizes + " sizes", sizes == 14 ? new int[]{10, 5, 3, 2, 1} : new int[]{3, 2, 1}, pages,
                    first, (kind, processes, seed) -> alarms(asked, kind, processes, sizes, seed));
        }
        table("all alike, both placements", new int[]{3, 2, 1}, pages, first,
                (kind, processes, seed) -> ofBothPlacements(asked, kind, processes, seed));
    }

    /** Names of the rules that say what is not so. */
    @FunctionalInterface
    private interface Alarms {
        List<String> of(Machine.Kind kind, int processes, long seed);
    }

    private static void table(String name, int[] counts, int pages, long first, Alarms alarms) {
        System.out.println("| " + name + IntStream.of(counts).mapToObj(" | %d"::formatted).collect(Collectors.joining())
                + " |");
        for (var kind : Machine.Kind.values()) {
            var line = new StringBuilder("| ").append(kind.title());
            var again = new ArrayList<String>();
            for (int processes : counts) {
                var rate = Rate.of(pages, first, seed -> !alarms.of(kind, processes, seed).isEmpty());
                line.append(" | ").append(rate.percent());
                if (rate.share() > 0.05) {
                    again.add(processes + ": " + rate + " "
                            + LongStream.range(first, first + pages).boxed()
                                    .flatMap(seed -> alarms.of(kind, processes, seed).stream())
                                    .collect(Collectors.groupingBy(rule -> rule, Collectors.counting()))
                            + ", on other seeds " + Rate.of(4L * pages, first + pages,
                                    seed -> !alarms.of(kind, processes, seed).isEmpty()));
                }
            }
            System.out.println(line.append(" |"));
            again.forEach(System.out::println);
        }
    }

    private static List<String> alarms(Rules asked, Machine.Kind kind, int processes, int sizes, long seed) {
        return alarms(kind, asked.examine(
                new Machine(kind, seed).page(Machine.sizes(sizes), new Machine.Side(processes, 1), TRUTH)));
    }

    private static List<String> ofBothPlacements(Rules asked, Machine.Kind kind, int processes, long seed) {
        return alarms(kind, asked.examine(
                new Machine(kind, seed).inBothPlacements(Machine.sizes(22), new Machine.Side(processes, 1), TRUTH)));
    }

    private static List<String> alarms(Machine.Kind kind, List<Finding> said) {
        return said.stream().filter(each -> isAlarm(each, kind) && !isOfModes(each, kind)).map(Finding::rule).toList();
    }

    /** Where small messages have a slower mode, their mean does fall at the size at which it ends. */
    static boolean isOfModes(Finding finding, Machine.Kind kind) {
        return MODES.contains(kind) && (Set.of("fit", "shape").contains(finding.rule())
                || finding.sentence().contains("takes longer for less"));
    }

    /** What is said to be ambiguous is none. */
    static boolean isAlarm(Finding finding, Machine.Kind kind) {
        if (finding.confidence() == Confidence.AMBIGUOUS) {
            return false;
        }
        return switch (finding.rule()) {
            case "alternatives", "guideline", "selection", "shape", "straggler" -> true;
            case "outlier" -> !STANDING_APART.contains(kind);
            case "fit" -> finding.sentence().contains("pieces") || finding.sentence().contains("bends");
            default -> false;
        };
    }
}
