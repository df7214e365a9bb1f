package org.gpucomm.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Locale;

import org.gpucomm.analysis.compare.CompareRates.Case;
import org.gpucomm.analysis.evidence.Machine.Kind;
import org.gpucomm.analysis.evidence.Machine.Law;
import org.gpucomm.analysis.evidence.Planted;
import org.gpucomm.analysis.evidence.Rate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How often comparisons are wrong and right; the whole tables of docs/analysis.md by {@code -Prates} (CONTRIBUTING.md). */
@Tag("nightly")
class CompareRatesTest {

    private static final Law IN_A_BAND = bytes -> CompareRates.isBand(bytes) ? 1.03 : 1;
    private static final Law EVERYWHERE = bytes -> 1.01;
    private static final Law MUCH = bytes -> CompareRates.isBand(bytes) ? 1.1 : 1;
    private static final int FEW = 60;
    private static final int DRAWS = Integer.getInteger("rates", 400);
    private static final long FIRST = Long.getLong("first", 83_000_000);

    /** Of 60 files 3.5 % are 2.1; more than 8 come by chance once in 2000 times. */
    @Tag("nightly")
    @Test
    void whereNothingDiffersFewFilesHaveAnAlarm() {
        var rates = new CompareRates(FEW, 500_000);
        for (var kind : Kind.values()) {
            for (int[] count : new int[][]{{10, 10}, {3, 3}, {3, 10}, {1, 1}}) {
                var of = Case.equal(kind, count[0], count[1], 22);
                assertThat(rates.share(of, CompareRates::isAlarm)).as("%s", of).isLessThanOrEqualTo(8.0 / FEW);
            }
        }
    }

    @Test
    void whatDiffersIsFound() {
        var rates = new CompareRates(FEW, 600_000);
        var quiet = Case.equal(Kind.GAUSS_1, 10, 10, 22);
        assertThat(rates.share(quiet.with(IN_A_BAND), each -> CompareRates.isExactly(each, IN_A_BAND)))
                .isGreaterThanOrEqualTo(0.88);
        assertThat(rates.share(quiet.with(EVERYWHERE), CompareRates::isAlarm)).isGreaterThanOrEqualTo(0.9);
        assertThat(rates.places(Case.equal(Kind.OUTLIERS, 10, 10, 22).with(MUCH), Verdict.SLOWER))
                .isGreaterThanOrEqualTo(0.82);
        assertThat(rates.places(quiet.with(bytes -> 1.03), Verdict.SAME)).isZero();
    }

    @Test
    void sidesThatWereMeasuredOneAfterTheOtherAreSaid() {
        var drift = Case.equal(Kind.DRIFT, 10, 10, 22);
        assertThat(drift.comparison(1).turns()).isEqualTo(RunsInTurns.IN_TURNS);
        assertThat(HeadlineText.of(new Headline(drift.oneAfterTheOther().comparison(1), "A", "B")))
                .contains("A and B were measured one after the other, not in turns: a drift");
    }

    /** Of 60 files 3.5 % are 2.1. */
    @Test
    void sidesThatSpreadDifferentlyAreNoDifference() {
        for (int[] count : new int[][]{{10, 10}, {5, 5}, {10, 3}, {10, 2}, {3, 10}}) {
            for (double noisy : new double[]{0.02, 0.05, 0.1}) {
                var alarms = Rate.of(FEW, 700_000,
                        seed -> CompareRates.isAlarm(unlike(seed, count[0], count[1], noisy, 1)));
                assertThat(alarms.times()).as("%d v %d, 1 %% and %.0f %%", count[0], count[1], 100 * noisy)
                        .isLessThanOrEqualTo(8);
            }
        }
        var found = Rate.of(FEW, 700_000, seed -> CompareRates.isAlarm(unlike(seed, 10, 10, 0.05, 1.2)));
        assertThat(found.share()).isGreaterThanOrEqualTo(0.95);
    }

    /** A is quiet, B is not. */
    private static Comparison unlike(long seed, int a, int b, double noiseOfB, double factor) {
        var sideA = new Planted("nccl", 2 * seed, 0.01).curve(8, 512, 1L << 30, a, bytes -> 12 + bytes / 180e3);
        var sideB = new Planted("nccl", 2 * seed + 1, noiseOfB).curve(8, 512, 1L << 30, b,
                bytes -> factor * (12 + bytes / 180e3));
        return Comparison.of(sideA.evidence(), sideB.evidence());
    }

    @Test
    void aDriftOfSidesMeasuredOneAfterTheOtherIsNoDifferenceAndAStepBeyondItIs() {
        var rates = new CompareRates(FEW, 800_000);
        for (int[] count : new int[][]{{10, 10}, {5, 5}, {3, 3}, {3, 10}}) {
            var drift = Case.equal(Kind.DRIFT, count[0], count[1], 22).oneAfterTheOther();
            assertThat(rates.share(drift, CompareRates::isAlarm)).as("%s", drift).isLessThanOrEqualTo(8.0 / FEW);
        }
        var step = Case.equal(Kind.OUTLIERS, 10, 10, 22).oneAfterTheOther().with(MUCH);
        assertThat(rates.share(step, CompareRates::isAlarm)).isGreaterThanOrEqualTo(0.95);
    }

    /** Over a network one process has another path or mode than the other. */
    @Test
    void singleRunsOverANetworkDifferByMoreThanPathsDo() {
        for (int seed = 0; seed < FEW; seed++) {
            assertThat(
                    CompareRates.isAlarm(overANetwork(seed, bytes -> bytes >= 1 << 20 && bytes <= 16 << 20 ? 1.35 : 1)))
                    .as("mode, %d", seed).isFalse();
            assertThat(CompareRates.isAlarm(overANetwork(seed, bytes -> bytes >= 4 << 20 ? 1 / 0.75 : 1)))
                    .as("path, %d", seed).isFalse();
        }
        assertThat(overANetwork(1, bytes -> bytes >= 4 << 20 ? 2 : 1).with(Verdict.SLOWER)).hasSizeGreaterThan(6);
    }

    private static Comparison overANetwork(long seed, Law factor) {
        var a = new Planted("nccl", 2 * seed, 0.01).on(2).curve(16, 512, 1L << 30, 1, bytes -> 30 + bytes / 80e3);
        var b = new Planted("nccl", 2 * seed + 1, 0.01).on(2).curve(16, 512, 1L << 30, 1,
                bytes -> factor.time((long) bytes) * (30 + bytes / 80e3));
        return Comparison.of(a.evidence(), b.evidence());
    }

    @Test
    @Tag("rates")
    void theWholeTable() {
        var rates = new CompareRates(DRAWS, FIRST);
        System.out.printf("%n%d draws a cell, seeds from %d%n", DRAWS, FIRST);
        System.out.println("| equal laws | sizes | 10 v 10 | 5 v 5 | 3 v 3 | 3 v 10 | 2 v 2 | 1 v 1 | 1 v 10 |");
        System.out.println("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
        for (var kind : Kind.values()) {
            for (int sizes : new int[]{6, 22, 30}) {
                row(kind.title() + " | " + sizes, rates, kind, sizes, 1);
            }
        }
        row(Kind.OFFSETS.title() + ", five repetitions a process | 22", rates, Kind.OFFSETS, 22, 5);
        row(Kind.OFFSETS_BY_SIZE.title() + ", five repetitions a process | 22", rates, Kind.OFFSETS_BY_SIZE, 22, 5);
        System.out.println();
        System.out.println("| found | 10 v 10 | 5 v 5 | 3 v 3 | 3 v 10 |");
        System.out.println("|---|--:|--:|--:|--:|");
        for (var kind : new Kind[]{Kind.GAUSS_1, Kind.OUTLIERS, Kind.BY_SIZE, Kind.H200}) {
            found(kind.title(), rates, kind);
        }
        var drift = Case.equal(Kind.DRIFT, 10, 10, 22).oneAfterTheOther();
        System.out.println("drift, A before B, 10 v 10: an alarm in " + rates.rate(drift, CompareRates::isAlarm)
                + "; the warning in " + rates.rate(drift, each -> each.turns() == RunsInTurns.ONE_AFTER_THE_OTHER));
    }

    private static void found(String name, CompareRates rates, Kind kind) {
        var whole = new ArrayList<String>();
        var band = new ArrayList<String>();
        var everywhere = new ArrayList<String>();
        var much = new ArrayList<String>();
        var same = new ArrayList<String>();
        for (int[] count : new int[][]{{10, 10}, {5, 5}, {3, 3}, {3, 10}}) {
            var of = Case.equal(kind, count[0], count[1], 22);
            whole.add(percent(rates.share(of.with(IN_A_BAND), each -> CompareRates.isExactly(each, IN_A_BAND))));
            band.add(percent(rates.places(of.with(IN_A_BAND), Verdict.SLOWER)));
            everywhere.add(percent(rates.share(of.with(EVERYWHERE), CompareRates::isAlarm)));
            much.add(percent(rates.places(of.with(MUCH), Verdict.SLOWER)));
            same.add(percent(rates.places(of.with(bytes -> 1.03), Verdict.SAME)));
        }
        System.out.println(
                "| " + name + ": +3 % from 64 MiB up, that and nothing else | " + String.join(" | ", whole) + " |");
        System.out.println("| " + name + ": +3 % from 64 MiB up, of its places | " + String.join(" | ", band) + " |");
        System.out.println("| " + name + ": +1 % at all sizes, of files | " + String.join(" | ", everywhere) + " |");
        System.out.println("| " + name + ": +10 % from 64 MiB up, of its places | " + String.join(" | ", much) + " |");
        System.out.println("| " + name + ": +3 % called the same, of places | " + String.join(" | ", same) + " |");
    }

    private static void row(String name, CompareRates rates, Kind kind, int sizes, int repetitions) {
        var row = new StringBuilder("| ").append(name);
        var again = new ArrayList<String>();
        for (int[] count : CompareRates.COUNTS) {
            var of = Case.equal(kind, count[0], count[1], sizes).repeating(repetitions);
            var rate = rates.rate(of, CompareRates::isAlarm);
            row.append(" | ").append(rate.percent());
            if (rate.share() > 0.05) {
                // One cell in many is above its rate by chance: ten times the draws, of other seeds, tell.
                again.add(of + ": " + rate + ", on other seeds "
                        + new CompareRates(10 * DRAWS, FIRST + DRAWS).rate(of, CompareRates::isAlarm));
            }
        }
        System.out.println(row.append(" |"));
        again.forEach(System.out::println);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f", 100 * share);
    }
}
