package org.gpucomm.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Planted;
import org.junit.jupiter.api.Test;

/** On planted data of 26 sizes, ten repetitions, 1 % noise; docs/analysis.md keeps the counts that this test prints. */
class ComparisonTest {

    private static final int SEEDS = 400;
    private static final long FROM = 8;
    private static final long TO = 256L << 20;
    private static final DoubleUnaryOperator TRUTH = bytes -> 12 + bytes / 180e3;

    @Test
    void aSlowdownOfThreePercentInABandOfSizesIsFoundIn95PercentOfSeeds() {
        int found = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            var slower = comparison(seed, 10, bytes -> inBand(bytes) ? 1.03 : 1).with(Verdict.SLOWER);
            boolean allOfTheBand = slower.stream().filter(place -> inBand(place.a().bytes())).count() == 5;
            boolean nothingElse = slower.stream().allMatch(place -> inBand(place.a().bytes()));
            found += allOfTheBand && nothingElse ? 1 : 0;
        }
        System.out.printf("planted slowdown of 3 %%: whole band and nothing else in %d of %d seeds%n", found, SEEDS);
        assertThat(found).isGreaterThanOrEqualTo(SEEDS * 95 / 100);
    }

    @Test
    void whereNothingDiffersThereIsNoAlarmIn95PercentOfSeeds() {
        int quiet = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            var comparison = comparison(seed, 10, bytes -> 1);
            quiet += comparison.with(Verdict.SLOWER).isEmpty() && comparison.with(Verdict.FASTER).isEmpty() ? 1 : 0;
        }
        System.out.printf("nothing planted: no alarm in %d of %d seeds%n", quiet, SEEDS);
        assertThat(quiet).isGreaterThanOrEqualTo(SEEDS * 95 / 100);
    }

    @Test
    void singleRunsSayHowNearTheyAreAndWhichDifferencesSayNothing() {
        var comparison = comparison(1, 1, bytes -> 1);
        assertThat(comparison.with(Verdict.AMBIGUOUS)).hasSameSizeAs(comparison.places());
        assertThat(comparison.isRepeated()).isFalse();
        double widest = comparison.places().stream().filter(place -> place.a().bytes() >= 1 << 20)
                .mapToDouble(place -> Math.abs(Math.log(place.a().times()[0] / place.b().times()[0]))).max()
                .orElseThrow();
        var headline = new Headline(comparison, "a.log", "b.log");
        assertThat(headline.sentence().split(" ").length).isLessThanOrEqualTo(20);
        assertThat(HeadlineText.of(headline))
                .startsWith("b.log against a.log: within %.1f %% from 1 MiB up; within "
                        .formatted(100 * Math.expm1(widest)))
                .endsWith(
                        " up to 512 KiB. Single runs, so differences below about 10 % (a factor of 1.6 below 1 MiB, as equal "
                                + "processes of H200s differed) say nothing: what one process adds to all of its times, often 3 %, cannot be distinguished from a change.");
    }

    @Test
    void aFactorIsTheSameNumberInBothDirectionsAndNoShareOfTime() {
        var a = new Planted("nccl", 1, 0).curve(8, 1 << 20, 8 << 20, 1, TRUTH).evidence();
        var b = new Planted("nccl", 1, 0)
                .curve(8, 1 << 20, 8 << 20, 1, bytes -> TRUTH.applyAsDouble(bytes) / (bytes < 4 << 20 ? 2.4 : 22))
                .evidence();
        assertThat(HeadlineText.of(new Headline(Comparison.of(a, b), "A", "B")))
                .isEqualTo(
                        "B against A: 2.4 to 22 times as fast at all sizes. At 8 MiB B reaches 5511 GB/s, A 250 GB/s.");
        assertThat(HeadlineText.of(new Headline(Comparison.of(b, a), "B", "A")))
                .isEqualTo(
                        "A against B: takes 2.4 to 22 times as long at all sizes. At 8 MiB A reaches 250 GB/s, B 5511 GB/s.");
    }

    @Test
    void theSentenceHasEachPlaceUnderItsVerdict() {
        var headline = HeadlineText.of(new Headline(comparison(5, 20, bytes -> inBand(bytes) ? 1.1 : 1), "A", "B"));
        assertThat(headline).isEqualTo(
                "B against A: 9.9 % to 10 % slower between 1 MiB and 16 MiB; the same within 2 % at 21 of 26 sizes. At 16 MiB B reaches "
                        + "254 GB/s, A 279 GB/s. The logs do not say when they were measured: if not in turns, a drift of the machine reads as a difference.");
    }

    /** Ten repetitions that spread by 10 % on one side tell that the single run of the other is as noisy. */
    @Test
    void noiseThatOneSideShowsIsNotOverruledByAnAssumedOne() {
        int alarms = 0;
        for (int seed = 0; seed < 100; seed++) {
            var a = new Planted("nccl", 2L * seed, 0.1).curve(8, FROM, TO, 10, TRUTH).evidence();
            var b = new Planted("nccl", 2L * seed + 1, 0.1).curve(8, FROM, TO, 1, TRUTH).evidence();
            var comparison = Comparison.of(a, b);
            alarms += comparison.with(Verdict.SLOWER).size() + comparison.with(Verdict.FASTER).size() > 0 ? 1 : 0;
        }
        assertThat(alarms).isLessThanOrEqualTo(5);
    }

    @Test
    void aLargeChangeOfASingleRunIsStillTold() {
        var half = comparison(2, 1, bytes -> 1.5);
        assertThat(half.with(Verdict.SLOWER)).extracting(place -> place.a().bytes())
                .containsExactlyElementsOf(half.places().stream().map(place -> place.a().bytes())
                        .filter(bytes -> bytes >= 1 << 20).toList());
        var four = comparison(2, 1, bytes -> 4);
        assertThat(four.with(Verdict.SLOWER)).hasSameSizeAs(four.places());
    }

    @Test
    void repeatedRunsOfTheSameAreCalledTheSame() {
        var comparison = comparison(3, 20, bytes -> 1);
        assertThat(comparison.with(Verdict.SAME)).hasSizeGreaterThan(comparison.places().size() * 9 / 10);
    }

    @Test
    void theEffectOfFewProcessesIsTheRatioOfTheGeometricMeans() {
        for (var place : comparison(4, 5, bytes -> 1.1).places()) {
            double logs = 0;
            for (int i = 0; i < 5; i++) {
                logs += (Math.log(place.b().times()[i]) - Math.log(place.a().times()[i])) / 5;
            }
            assertThat(1 + place.effect()).isCloseTo(Math.exp(logs), within(1e-12));
            assertThat(place.timeOfB() / place.timeOfA()).isCloseTo(1 + place.effect(), within(1e-12));
            assertThat(place.low()).isLessThan(place.effect());
            assertThat(place.high()).isGreaterThan(place.effect());
        }
    }

    @Test
    void theEffectOfManyIsTheMedianOfAllDifferencesAndAgreesWithTheMediansBesideIt() {
        for (var place : comparison(4, 10, bytes -> 1.1).places()) {
            var ratios = new ArrayList<Double>();
            for (double a : place.a().times()) {
                for (double b : place.b().times()) {
                    ratios.add(b / a);
                }
            }
            ratios.sort(null);
            assertThat(1 + place.effect()).isCloseTo(Math.sqrt(ratios.get(49) * ratios.get(50)), within(1e-9));
            assertThat(place.timeOfB() / place.timeOfA()).isBetween(1 + place.low(), 1 + place.high());
        }
    }

    @Test
    void anIntervalHoldsNoDifferenceWhereNoneIsShownAndOnlyThere() {
        for (int repetitions : new int[]{1, 3, 5, 10}) {
            for (int seed = 0; seed < 20; seed++) {
                var places = comparison(seed, repetitions, bytes -> inBand(bytes) ? 1.04 : 1).places();
                assertThat(places).allSatisfy(place -> {
                    boolean isShown = place.pValue() < Comparison.FAMILY_ERROR;
                    assertThat(place.low() <= 0 && place.high() >= 0).as("%s", place).isEqualTo(!isShown);
                });
            }
        }
    }

    @Test
    void anUnknownNumberOfRanksIsNotZero() {
        var four = new Comparison.Key("all_reduce", "OUT_OF_PLACE", "", "float", "sum", "", 4, 8);
        var unknown = new Comparison.Key("all_reduce", "OUT_OF_PLACE", "", "float", "sum", "", 0, 8);
        var cell = new Cell(8, 0, 0, List.of(), 0);
        assertThat(
                new NoCommonPlace(Map.of(four, cell), Map.of(unknown, cell), List.of(), List.of()).sentence("A", "B"))
                .endsWith(": 4 ranks against an unknown number.");
        assertThat(
                new NoCommonPlace(Map.of(unknown, cell), Map.of(four, cell), List.of(), List.of()).sentence("A", "B"))
                .endsWith(": an unknown number of ranks against 4.");
    }

    /** Small sizes are many and quiet: they make the typical size, and users ask for the plateau. */
    @Test
    void aPlateauThatMovedIsNotContradictedByTheTypicalSize() {
        var a = new Planted("nccl", 1, 0.001).curve(8, FROM, TO, 10, TRUTH).evidence();
        var b = new Planted("nccl", 2, 0.001)
                .curve(8, FROM, TO, 10, bytes -> TRUTH.applyAsDouble(bytes) * (bytes < 1 << 20 ? 1.004 : 1.6))
                .evidence();
        var text = HeadlineText.of(new Headline(Comparison.of(a, b), "A", "B"));
        assertThat(text).contains("times as long").contains(" from 1 MiB up").doesNotContain("over all sizes");
        var everywhere = new Planted("nccl", 2, 0.01)
                .curve(8, FROM, TO, 5, bytes -> 1.01 * TRUTH.applyAsDouble(bytes)).evidence();
        var few = new Planted("nccl", 1, 0.01).curve(8, FROM, TO, 5, TRUTH).evidence();
        assertThat(HeadlineText.of(new Headline(Comparison.of(few, everywhere), "A", "B")))
                .contains("over all sizes together");
    }

    /** The same numbers, as ten processes and as one that measured ten times. */
    @Test
    void whatOneProcessRepeatsIsOneMeasurement() {
        for (boolean apart : new boolean[]{true, false}) {
            var a = new Planted("nccl", 1, 0);
            var b = new Planted("nccl", 2, 0);
            for (int i = 0; i < 10; i++) {
                for (long bytes = 1 << 20; bytes <= 1 << 28; bytes *= 2) {
                    a.add(8, bytes, TRUTH.applyAsDouble(bytes) * (1 + i * 1e-3), null, apart ? i + 1 : 1, null);
                    b.add(8, bytes, TRUTH.applyAsDouble(bytes) * (1.03 + i * 1e-3), null, apart ? i + 1 : 1, null);
                }
            }
            var comparison = Comparison.of(a.evidence(), b.evidence());
            assertThat(comparison.with(Verdict.SLOWER)).hasSize(apart ? comparison.places().size() : 0);
            assertThat(comparison.with(Verdict.SAME)).isEmpty();
            if (!apart) {
                assertThat(HeadlineText.of(new Headline(comparison, "A", "B"))).contains(
                        "One process a side, so differences "
                                + "below about",
                        "what one process adds to all of its times, often 3 %, cannot be distinguished");
            }
        }
    }

    @Test
    void whatIsOnOneSideOnlyIsCountedAndNotCompared() {
        var a = new Planted("nccl", 1, 0).curve(8, 8, 64, 1, TRUTH).evidence();
        var b = new Planted("nccl", 1, 0).curve(8, 32, 128, 1, TRUTH).evidence();
        var comparison = Comparison.of(a, b);
        assertThat(comparison.places()).extracting(place -> place.a().bytes()).containsExactly(32L, 64L);
        assertThat(comparison.onlyInA()).isEqualTo(2);
        assertThat(comparison.onlyInB()).isEqualTo(1);
    }

    private static Comparison comparison(long seed, int repetitions, DoubleUnaryOperator change) {
        var a = new Planted("nccl", 2 * seed, 0.01).curve(8, FROM, TO, repetitions, TRUTH).evidence();
        var b = new Planted("nccl", 2 * seed + 1, 0.01)
                .curve(8, FROM, TO, repetitions, bytes -> TRUTH.applyAsDouble(bytes) * change.applyAsDouble(bytes))
                .evidence();
        return Comparison.of(a, b);
    }

    private static boolean inBand(double bytes) {
        return bytes >= 1 << 20 && bytes <= 16 << 20;
    }
}
