package org.gpucomm.server.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Locale;

import org.gpucomm.server.analysis.compare.CompareRates.Case;
import org.gpucomm.server.analysis.evidence.Machine.Kind;
import org.gpucomm.server.analysis.evidence.Machine.Law;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * How often comparisons are wrong and right. The whole table of docs/analysis.md, of seeds that nothing was tuned on, takes minutes:
 * {@code mvn -pl analysis-server -am test -Dtest=CompareRatesTest -Drates=1000 -Dsurefire.failIfNoSpecifiedTests=false}
 */
class CompareRatesTest {

    private static final Law IN_A_BAND = bytes -> CompareRates.isBand(bytes) ? 1.03 : 1;
    private static final Law EVERYWHERE = bytes -> 1.01;
    private static final Law MUCH = bytes -> CompareRates.isBand(bytes) ? 1.1 : 1;
    private static final int FEW = 60;

    /** Of 60 files 3.5 % are 2.1; more than 8 come by chance once in 2000 times. */
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
        assertThat(new Headline(drift.oneAfterTheOther().comparison(1), "A", "B").text())
                .contains("A and B were measured one after the other, not in turns: a drift");
    }

    @Test
    @EnabledIfSystemProperty(named = "rates", matches = "[0-9]+")
    void theWholeTable() {
        var rates = new CompareRates(Integer.getInteger("rates"), 100_000);
        System.out.println("| equal laws | sizes | 10 v 10 | 5 v 5 | 3 v 3 | 3 v 10 | 2 v 2 | 1 v 1 | 1 v 10 |");
        System.out.println("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
        for (var kind : Kind.values()) {
            for (int sizes : new int[]{6, 22, 30}) {
                row(name(kind) + " | " + sizes, rates, kind, sizes, 1);
            }
        }
        row("offsets, five repetitions a process | 22", rates, Kind.OFFSETS, 22, 5);
        row("offsets_by_size, five repetitions a process | 22", rates, Kind.OFFSETS_BY_SIZE, 22, 5);
        System.out.println();
        System.out.println("| found | 10 v 10 | 5 v 5 | 3 v 3 | 3 v 10 |");
        System.out.println("|---|--:|--:|--:|--:|");
        for (var kind : new Kind[]{Kind.GAUSS_1, Kind.OUTLIERS, Kind.BY_SIZE, Kind.H200}) {
            found(name(kind), rates, kind);
        }
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
        System.out.println("| " + name + ": +3 % from 64 MiB up, that and nothing else | " + String.join(" | ", whole));
        System.out.println("| " + name + ": +3 % from 64 MiB up, of its places | " + String.join(" | ", band));
        System.out.println("| " + name + ": +1 % at all sizes, of files | " + String.join(" | ", everywhere));
        System.out.println("| " + name + ": +10 % from 64 MiB up, of its places | " + String.join(" | ", much));
        System.out.println("| " + name + ": +3 % called the same, of places | " + String.join(" | ", same));
    }

    private static void row(String name, CompareRates rates, Kind kind, int sizes, int repetitions) {
        var row = new StringBuilder("| ").append(name);
        for (int[] count : CompareRates.COUNTS) {
            row.append(" | ").append(percent(rates.share(
                    Case.equal(kind, count[0], count[1], sizes).repeating(repetitions), CompareRates::isAlarm)));
        }
        System.out.println(row.append(" |"));
    }

    private static String name(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f", 100 * share);
    }
}
