package org.gpucomm.analysis.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongFunction;
import java.util.function.LongToDoubleFunction;

import org.gpucomm.analysis.evidence.Rate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On planted runs of 26 sizes; docs/analysis.md keeps the rates. */
class HistoryTest {

    private static final Instant START = Instant.parse("2025-01-01T00:00:00Z");
    private static final long FROM = 8;
    private static final long TO = 256L << 20;
    private static final int SIZES = 26;
    private static final LongToDoubleFunction ONE_PERCENT = bytes -> 0.01;
    /** 20 % at the smallest size to 0.5 % at the largest. */
    private static final LongToDoubleFunction BY_SIZE = bytes -> 0.2
            * Math.pow(0.025, (Math.log(bytes) - Math.log(FROM)) / (Math.log(TO) - Math.log(FROM)));

    @Test
    void anUpgradeThatSlowedABandOfSizesIsFoundWithTheSizesThatChanged() {
        int found = 0;
        for (int seed = 0; seed < 100; seed++) {
            var changes = History.of(runs(seed, 24, 12, band(1.05), ONE_PERCENT, 0)).changes();
            found += changes.size() == 1 && changes.getFirst().after().equals("run-012") ? 1 : 0;
        }
        System.out.printf("5 %% in 6 of 26 sizes at 1 %% noise, 12 + 12 runs: alone and in place in %d of 100%n",
                found);
        assertThat(found).isGreaterThanOrEqualTo(90);
        var change = History.of(runs(1, 24, 12, band(1.05), ONE_PERCENT, 0)).changes().getFirst();
        assertThat(change.effect()).isCloseTo(0.05, within(0.006));
        assertThat(change.sizes()).contains(1L << 20, 2L << 20, 4L << 20, 8L << 20, 16L << 20, 32L << 20)
                .hasSizeLessThanOrEqualTo(8);
    }

    @Test
    void tenPercentInTheLargeSizesIsFoundAmongNoisySmallOnes() {
        int found = found(20, 10, bytes -> bytes >= 1 << 20 ? 1.1 : 1, BY_SIZE, 0);
        System.out.printf("10 %% from 1 MiB up among small sizes of 20 %% noise, 10 + 10 runs: found in %d of 200%n",
                found);
        assertThat(found).isGreaterThanOrEqualTo(180);
    }

    @Test
    void whereNothingChangedNothingIsFound() {
        for (int runs : List.of(6, 8, 10, 12, 20, 30, 60)) {
            int alarms = 0;
            for (var noise : List.of(ONE_PERCENT, BY_SIZE)) {
                alarms += found(runs, runs, bytes -> 1, noise, 0) + found(runs, runs, bytes -> 1, noise, 0.02);
            }
            System.out.printf("nothing planted, %d runs: an alarm in %d of 800 histories%n", runs, alarms);
            assertThat(alarms).as("%d runs", runs).isLessThanOrEqualTo(16);
        }
    }

    /** Levels that resemble the level before by a half, as of a network that is shared. */
    @Test
    void runsThatResembleThoseBeforeThemAreSeldomCalledAChange() {
        for (int count : List.of(12, 30, 60)) {
            int alarms = 0;
            for (int seed = 0; seed < 200; seed++) {
                alarms += History.of(resembling(seed, count)).changes().isEmpty() ? 0 : 1;
            }
            System.out.printf("levels that resemble by 0.5, %d runs: an alarm in %d of 200%n", count, alarms);
            assertThat(alarms).as("%d runs", count).isLessThanOrEqualTo(7);
        }
    }

    @Test
    void sixRunsDecideWhatIsPlainAndFewerSayHowManyAreMissing() {
        assertThat(found(6, 3, bytes -> 2, ONE_PERCENT, 0)).isGreaterThanOrEqualTo(190);
        assertThat(found(8, 4, bytes -> 1.1, ONE_PERCENT, 0)).isGreaterThanOrEqualTo(190);
        assertThat(History.of(runs(1, 4, 2, bytes -> 2, ONE_PERCENT, 0)).changes()).isEmpty();
        assertThat(History.of(runs(1, 4, 2, bytes -> 2, ONE_PERCENT, 0)).missing()).isEqualTo(2);
        assertThat(History.of(runs(1, 6, 3, bytes -> 2, ONE_PERCENT, 0)).missing()).isZero();
    }

    @Test
    void aDoublingIsFoundAtEachCountOfRunsWhereverItIs() {
        for (int count = 6; count <= 21; count++) {
            for (int change = ChangePoints.FEWEST; change <= count - ChangePoints.FEWEST; change++) {
                int found = 0;
                for (int seed = 0; seed < 4; seed++) {
                    found += History.of(runs(seed, count, change, bytes -> 2, ONE_PERCENT, 0)).changes().isEmpty()
                            ? 0
                            : 1;
                }
                assertThat(found).as("%d runs, the last %d after it", count, count - change).isPositive();
            }
        }
    }

    @Test
    void aGradualDeclineIsATrendAndNoStep() {
        int found = 0;
        for (int seed = 0; seed < 40; seed++) {
            var history = History.of(drifting(seed, 30, 0.1, 0.01));
            found += history.trend() != null && history.changes().isEmpty() ? 1 : 0;
        }
        System.out.printf("10 %% over 30 runs beside levels of 1 %%: %d of 40 seeds have a trend%n", found);
        assertThat(found).isGreaterThanOrEqualTo(36);
        var trend = History.of(drifting(3, 30, 0.1, 0)).trend();
        assertThat(trend).isNotNull();
        assertThat(trend.effect()).isCloseTo(0.1, within(0.02));
        assertThat(trend.sizes()).hasSize(SIZES);
    }

    @Tag("nightly")
    @Test
    void whereNothingChangesOrOneStepDoesThereIsSeldomATrend() {
        for (int count : List.of(10, 20, 40)) {
            int unchanged = 0;
            int afterAStep = 0;
            for (int seed = 0; seed < 100; seed++) {
                unchanged += isTrend(runs(seed, count, count, bytes -> 1, ONE_PERCENT, 0.02));
                unchanged += isTrend(runs(seed, count, count, bytes -> 1, BY_SIZE, 0));
                unchanged += isTrend(resembling(seed, count));
                afterAStep += isTrend(runs(seed, count, count / 2, bytes -> 1.1, ONE_PERCENT, 0.01));
                afterAStep += isTrend(runs(seed, count, count / 3, bytes -> 1.03, ONE_PERCENT, 0.01));
                afterAStep += isTrend(runs(seed, count, count / 2, band(1.2), ONE_PERCENT, 0));
            }
            System.out.printf("%d runs: a trend in %d of 300 that do not change, in %d of 300 with one step%n", count,
                    unchanged, afterAStep);
            assertThat(unchanged).as("%d runs", count).isLessThanOrEqualTo(4);
            assertThat(afterAStep).as("%d runs", count).isLessThanOrEqualTo(4);
        }
    }

    private static int isTrend(List<TimedRun> runs) {
        return History.of(runs).trend() == null ? 0 : 1;
    }

    /** Slower little by little. @param decline of the last run @param offset of all sizes of a run */
    private static List<TimedRun> drifting(long seed, int count, double decline, double offset) {
        var runs = new ArrayList<TimedRun>();
        for (var run : runs(seed, count, count, bytes -> 1, ONE_PERCENT, offset)) {
            double factor = 1 + decline * runs.size() / (count - 1);
            var times = new HashMap<Long, Double>();
            run.times().forEach((size, time) -> times.put(size, factor * time));
            runs.add(new TimedRun(run.run(), run.at(), times));
        }
        return runs;
    }

    @Test
    void oneBadRunIsNoChangeAndDoesNotTurnTheSignOfOne() {
        var bad = new ArrayList<>(runs(3, 30, 15, bytes -> 1.05, ONE_PERCENT, 0));
        var times = new HashMap<Long, Double>();
        bad.get(5).times().forEach((size, time) -> times.put(size, 3 * time));
        bad.set(5, new TimedRun(bad.get(5).run(), bad.get(5).at(), times));
        var changes = History.of(bad).changes();
        assertThat(changes).hasSize(1);
        assertThat(changes.getFirst().after()).isEqualTo("run-015");
        assertThat(changes.getFirst().effect()).isCloseTo(0.05, within(0.005));
    }

    /** Times are printed with two digits: many runs have the very same, and their order tells nothing. */
    @Test
    void runsThatPrintTheSameTimesAreNoChange() {
        for (int count : List.of(6, 12, 30)) {
            int alarms = 0;
            for (int seed = 0; seed < 50; seed++) {
                var random = new Random(seed);
                var runs = new ArrayList<TimedRun>();
                for (int i = 0; i < count; i++) {
                    var times = new HashMap<Long, Double>();
                    for (long bytes = FROM; bytes <= TO; bytes *= 2) {
                        times.put(bytes, random.nextInt(10) == 0 ? 10.01 : 10.0);
                    }
                    runs.add(new TimedRun("run-%03d".formatted(i), START.plusSeconds(86_400L * i), times));
                }
                alarms += History.of(runs).changes().isEmpty() ? 0 : 1;
            }
            assertThat(alarms).as("%d runs", count).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void twoChangesAreBothFoundAndTheAnswerIsAlwaysTheSame() {
        var runs = new ArrayList<>(runs(3, 20, 10, bytes -> 1.1, ONE_PERCENT, 0));
        runs(4, 10, 0, bytes -> 1.25, ONE_PERCENT, 0).forEach(
                run -> runs.add(new TimedRun("later-" + run.run(), run.at().plusSeconds(86_400L * 20), run.times())));
        var history = History.of(runs);
        assertThat(history.changes()).hasSize(2);
        assertThat(History.of(runs.reversed())).isEqualTo(history);
    }

    @Test
    void aNetworkThatWasSlowForSomeRunsIsTwoChanges() {
        int found = 0;
        for (int seed = 0; seed < 100; seed++) {
            found += changes(slowFrom10To18(seed, 24)).equals(List.of("run-010", "run-018")) ? 1 : 0;
        }
        assertThat(found).isGreaterThanOrEqualTo(90);
    }

    @Test
    void aRailThatSlowsLargeMessagesIsFoundBesideLevelsOfEachRun() {
        int found = 0;
        for (int seed = 0; seed < 100; seed++) {
            var runs = runs(seed, 30, 25, bytes -> bytes >= 16 << 20 ? 1.16 : 1, bytes -> 0.004, 0.006);
            found += changes(runs).equals(List.of("run-025")) ? 1 : 0;
        }
        assertThat(found).isGreaterThanOrEqualTo(90);
    }

    /** One run of twelve is 30 % slower, or one of five 8 %, as on a machine with other users. */
    @Test
    void runsThatAreSlowNowAndThenAreNoChange() {
        for (int count : List.of(8, 10, 14, 20, 30)) {
            int alarms = 0;
            for (int seed = 0; seed < 200; seed++) {
                alarms += changes(slowNowAndThen(seed, count, 12, 1.3)).isEmpty() ? 0 : 1;
                alarms += changes(slowNowAndThen(seed, count, 5, 1.08)).isEmpty() ? 0 : 1;
            }
            assertThat(alarms).as("%d runs", count).isLessThanOrEqualTo(8);
        }
    }

    private static List<String> changes(List<TimedRun> runs) {
        return History.of(runs).changes().stream().map(History.Change::after).toList();
    }

    private static List<TimedRun> slowFrom10To18(long seed, int count) {
        return scaled(runs(seed, count, count, bytes -> 1, ONE_PERCENT, 0.006), i -> i >= 10 && i < 18 ? 1.2 : 1);
    }

    private static List<TimedRun> slowNowAndThen(long seed, int count, int oneOf, double factor) {
        var random = new Random(3000 + seed);
        return scaled(runs(seed, count, count, bytes -> 1, bytes -> 0.004, 0.004),
                i -> random.nextInt(oneOf) == 0 ? factor : 1);
    }

    private static List<TimedRun> scaled(List<TimedRun> runs, IntToDoubleFunction factors) {
        var scaled = new ArrayList<TimedRun>();
        for (int i = 0; i < runs.size(); i++) {
            double factor = factors.applyAsDouble(i);
            var times = new HashMap<Long, Double>();
            runs.get(i).times().forEach((size, time) -> times.put(size, factor * time));
            scaled.add(new TimedRun(runs.get(i).run(), runs.get(i).at(), times));
        }
        return scaled;
    }

    @Test
    void aRunOfOtherSizesIsLeftOutAndNamed() {
        var runs = new ArrayList<>(runs(5, 10, 10, bytes -> 1, ONE_PERCENT, 0));
        runs.add(new TimedRun("odd", START.plusSeconds(5), java.util.Map.of(3L, 9.0)));
        assertThat(History.of(runs).leftOut()).containsExactly("odd");
        assertThat(History.of(runs).sizes()).hasSize(SIZES);
    }

    /** The rates of docs/analysis.md, of seeds that nothing was chosen by; by {@code -Prates} (CONTRIBUTING.md). */
    @Test
    @Tag("rates")
    void theWholeTable() {
        int draws = Integer.getInteger("rates", 400);
        long first = Long.getLong("first", 85_000_000);
        System.out.printf("%n%d histories a cell, seeds from %d%n", draws, first);
        LongToDoubleFunction same = bytes -> 1;
        LongToDoubleFunction large = bytes -> bytes >= 1 << 20 ? 1.1 : 1;
        System.out.println(
                "| runs | 1 % | 20 to 0.5 % | 1 %, levels of 2 % | 20 to 0.5 %, levels of 2 % | levels that resemble by 0.5 |");
        for (int runs : List.of(6, 8, 10, 12, 20, 30, 60)) {
            System.out.printf("| %d | %s | %s | %s | %s | %s |%n", runs,
                    rate(draws, first, runs, runs, same, ONE_PERCENT, 0).percent(),
                    rate(draws, first, runs, runs, same, BY_SIZE, 0).percent(),
                    rate(draws, first, runs, runs, same, ONE_PERCENT, 0.02).percent(),
                    rate(draws, first, runs, runs, same, BY_SIZE, 0.02).percent(),
                    Rate.of(draws, first, seed -> !History.of(resembling(seed, runs)).changes().isEmpty()).percent());
        }
        for (int runs : List.of(10, 14, 20, 30, 60)) {
            System.out.printf(
                    "trend in %% of %d runs: 1 %% %s, levels of 2 %% %s, levels that resemble by 0.5 %s, a step "
                            + "of 3 %% beside levels of 1 %% %s, 5 and 10 %% over all beside levels of 1 %% %s, %s%n",
                    runs,
                    trends(draws, first, seed -> runs(seed, runs, runs, same, ONE_PERCENT, 0)),
                    trends(draws, first, seed -> runs(seed, runs, runs, same, ONE_PERCENT, 0.02)),
                    trends(draws, first, seed -> resembling(seed, runs)),
                    trends(draws, first, seed -> runs(seed, runs, runs / 2, bytes -> 1.03, ONE_PERCENT, 0.01)),
                    trends(draws, first, seed -> drifting(seed, runs, 0.05, 0.01)),
                    trends(draws, first, seed -> drifting(seed, runs, 0.1, 0.01)));
        }
        System.out.println("+10 % from 1 MiB up, 20 to 0.5 %, 10 + 10 runs: "
                + rate(draws, first, 20, 10, large, BY_SIZE, 0));
        System.out.println("the same beside levels of 2 %: " + rate(draws, first, 20, 10, large, BY_SIZE, 0.02));
        System.out.println("+10 % everywhere beside levels of 2 %: "
                + rate(draws, first, 20, 10, bytes -> 1.1, ONE_PERCENT, 0.02));
        System.out.println("+3 % everywhere, 1 %, 10 + 10 runs: "
                + rate(draws, first, 20, 10, bytes -> 1.03, ONE_PERCENT, 0));
        System.out.println("+5 % at 6 of 26 sizes, 1 %, 12 + 12 runs: "
                + rate(draws, first, 24, 12, band(1.05), ONE_PERCENT, 0));
        System.out.println("+16 % from 16 MiB up, 0.4 %, beside levels of 0.6 %, 25 + 5 runs: "
                + rate(draws, first, 30, 25, bytes -> bytes >= 16 << 20 ? 1.16 : 1, bytes -> 0.004, 0.006));
        System.out.println("+20 % in runs 10 to 17 of 24, 1 %, beside levels of 0.6 %, both at their runs: "
                + Rate.of(draws, first,
                        seed -> changes(slowFrom10To18(seed, 24)).equals(List.of("run-010", "run-018"))));
        for (int runs : List.of(8, 10, 14, 20, 30)) {
            System.out.printf("one run of twelve 30 %% slower, one of five 8 %%, %d runs: %s, %s%n", runs,
                    Rate.of(draws, first, seed -> !changes(slowNowAndThen(seed, runs, 12, 1.3)).isEmpty()).percent(),
                    Rate.of(draws, first, seed -> !changes(slowNowAndThen(seed, runs, 5, 1.08)).isEmpty()).percent());
        }
    }

    private static String trends(int draws, long first, LongFunction<List<TimedRun>> runs) {
        return Rate.of(draws, first, seed -> isTrend(runs.apply(seed)) == 1).percent();
    }

    /** In how many of 200 histories. */
    private static int found(int count, int change, LongToDoubleFunction factor, LongToDoubleFunction noise,
            double offset) {
        return (int) rate(200, 0, count, change, factor, noise, offset).times();
    }

    private static Rate rate(int draws, long first, int count, int change, LongToDoubleFunction factor,
            LongToDoubleFunction noise, double offset) {
        return Rate.of(draws, first,
                seed -> !History.of(runs(seed, count, change, factor, noise, offset)).changes().isEmpty());
    }

    /** Levels that resemble the level before by a half. */
    private static List<TimedRun> resembling(long seed, int count) {
        var random = new Random(1000 + seed);
        double level = 0.02 * random.nextGaussian();
        var levels = new double[count];
        for (int i = 0; i < count; i++) {
            level = 0.5 * level + Math.sqrt(0.75) * 0.02 * random.nextGaussian();
            levels[i] = Math.exp(level);
        }
        return scaled(runs(seed, count, count, bytes -> 1, ONE_PERCENT, 0), i -> levels[i]);
    }

    private static LongToDoubleFunction band(double factor) {
        return bytes -> bytes >= 1 << 20 && bytes <= 32 << 20 ? factor : 1;
    }

    /** A run a day. @param factor of the time from {@code change} on @param offset of all sizes of a run */
    private static List<TimedRun> runs(long seed, int count, int change, LongToDoubleFunction factor,
            LongToDoubleFunction noise, double offset) {
        var random = new Random(seed);
        var runs = new ArrayList<TimedRun>();
        for (int i = 0; i < count; i++) {
            double ofRun = offset * random.nextGaussian();
            var times = new HashMap<Long, Double>();
            for (long bytes = FROM; bytes <= TO; bytes *= 2) {
                double truth = (12 + bytes / 180e3) * (i >= change ? factor.applyAsDouble(bytes) : 1);
                times.put(bytes, truth * Math.exp(ofRun + noise.applyAsDouble(bytes) * random.nextGaussian()));
            }
            runs.add(new TimedRun("run-%03d".formatted(i), START.plusSeconds(86_400L * i), times));
        }
        return runs;
    }
}
