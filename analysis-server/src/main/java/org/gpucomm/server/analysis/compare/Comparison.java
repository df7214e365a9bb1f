package org.gpucomm.server.analysis.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.inference.TTest;
import org.gpucomm.server.analysis.evidence.Cell;
import org.gpucomm.server.analysis.evidence.Evidence;
import org.gpucomm.server.analysis.evidence.Observation;
import org.gpucomm.server.series.SeriesKey;

/**
 * B against A, place by place. Where both were repeated, by Welch's t-test on the logarithms of the times; where they were
 * not, by a t distribution with {@link Noise}. The error rate of all places together is held by Holm's method.
 *
 * @param places       in order of subject, ranks and size
 * @param onlyInA      places that B lacks
 * @param onlyInB      places that A lacks
 * @param wrongInA     measurements with wrong data, which are not compared; {@code wrongInB} likewise
 * @param apart        where there is no place, what keeps the two apart; else ""
 * @param isRepeated   whether noise was measured at every place; else it was assumed somewhere
 */
public record Comparison(List<ComparedCell> places, long onlyInA, long onlyInB, long wrongInA, long wrongInB,
        String apart,
        boolean isRepeated) {

    /** A difference below this matters to nobody: intervals within it are {@link Verdict#SAME}. */
    public static final double INDIFFERENT = 0.02;
    /** Chance of one or more false verdicts over all places. */
    private static final double FAMILY_ERROR = 0.04;
    private static final double INTERVAL = 0.95;
    private static final int FEWEST_REPETITIONS = 3;

    public static Comparison of(Evidence a, Evidence b) {
        var ofA = cells(a);
        var ofB = cells(b);
        boolean byLibrary = collides(ofA) || collides(ofB);
        var meetings = new LinkedHashMap<Key, Raw>();
        var keysOfA = byKey(ofA, byLibrary);
        var keysOfB = byKey(ofB, byLibrary);
        for (var entry : keysOfA.entrySet()) {
            Optional.ofNullable(keysOfB.get(entry.getKey()))
                    .ifPresent(other -> meetings.put(entry.getKey(), Raw.of(entry.getValue(), other)));
        }
        return new Comparison(judged(new ArrayList<>(meetings.values())), keysOfA.size() - meetings.size(),
                keysOfB.size() - meetings.size(), wrong(a), wrong(b),
                meetings.isEmpty() ? Apart.of(keysOfA.keySet(), keysOfB.keySet()) : "",
                meetings.values().stream().allMatch(Raw::isRepeated));
    }

    /** Places with this verdict. */
    public List<ComparedCell> with(Verdict verdict) {
        return places.stream().filter(place -> place.verdict() == verdict).toList();
    }

    /** Returns from what difference on, in logarithms, one of so many places alone is shown, if its noise was assumed. */
    static double shownFrom(ComparedCell place, int places) {
        var noise = TDistribution.of(Noise.DEGREES);
        return place.halfInterval() * noise.inverseSurvivalProbability(FAMILY_ERROR / 2 / places)
                / noise.inverseSurvivalProbability((1 - INTERVAL) / 2);
    }

    private static long wrong(Evidence evidence) {
        return evidence.withoutTwins().observations().stream().filter(Observation::isWrong).count();
    }

    private record MeasuredCell(SeriesKey subject, Cell cell) {}

    /** What makes two cells comparable; library and variant only where one side has several of them. */
    record Key(String what, String placement, String problem, String datatype, String redop, String which, int ranks,
            long bytes) {

        static Key of(MeasuredCell measured, boolean byLibrary) {
            var subject = measured.subject();
            return new Key(subject.operation().id(), String.valueOf(subject.placement()), subject.problem(),
                    subject.datatype(), subject.redop(),
                    byLibrary ? subject.library() + "/" + subject.variant() + "/" + subject.settings() : "",
                    measured.cell().ranks(), measured.cell().bytes());
        }
    }

    private static List<MeasuredCell> cells(Evidence evidence) {
        var cells = new ArrayList<MeasuredCell>();
        for (var curve : evidence.withoutTwins().alongSize()) {
            for (var cell : curve.cells()) {
                if (cell.time().isPresent() && cell.time().getAsDouble() > 0) {
                    cells.add(new MeasuredCell(curve.subject(), cell));
                }
            }
        }
        cells.sort(Comparator.comparing((MeasuredCell each) -> each.subject().operation())
                .thenComparing(each -> each.cell().ranks()).thenComparing(each -> each.cell().bytes()));
        return cells;
    }

    private static boolean collides(List<MeasuredCell> cells) {
        return cells.stream().map(each -> Key.of(each, false)).distinct().count() < cells.size();
    }

    /** Runs of the same by other versions on one side are repetitions of the same place. */
    private static Map<Key, MeasuredCell> byKey(List<MeasuredCell> cells, boolean byLibrary) {
        var byKey = new LinkedHashMap<Key, MeasuredCell>();
        for (var each : cells) {
            byKey.merge(Key.of(each, byLibrary), each, (one, other) -> {
                var observations = new ArrayList<>(one.cell().observations());
                observations.addAll(other.cell().observations());
                return new MeasuredCell(one.subject(),
                        new Cell(one.cell().bytes(), one.cell().ranks(), one.cell().nodes(), observations,
                                one.cell().wrong() + other.cell().wrong()));
            });
        }
        return byKey;
    }

    /** A place before all places are judged together. @param error standard error of the effect, in logarithms */
    private record Raw(SeriesKey subject, Cell a, Cell b, double effect, double error, double degrees, double pValue,
            boolean isRepeated) {

        /** Times are printed with few digits: equal ones are not without noise. */
        private static final double LEAST_VARIANCE = 1e-8;

        static Raw of(MeasuredCell a, MeasuredCell b) {
            var logsOfA = logs(a.cell());
            var logsOfB = logs(b.cell());
            double effect = mean(logsOfB) - mean(logsOfA);
            return Math.min(logsOfA.length, logsOfB.length) < FEWEST_REPETITIONS
                    ? single(a, b, logsOfA, logsOfB, effect)
                    : repeated(a, b, logsOfA, logsOfB, effect);
        }

        private static Raw repeated(MeasuredCell a, MeasuredCell b, double[] logsOfA, double[] logsOfB, double effect) {
            double ofA = Math.max(LEAST_VARIANCE, Variance.of(logsOfA).getAsDouble());
            double ofB = Math.max(LEAST_VARIANCE, Variance.of(logsOfB).getAsDouble());
            var test = TTest.withDefaults().test(effect, ofB, logsOfB.length, 0, ofA, logsOfA.length);
            return new Raw(a.subject(), a.cell(), b.cell(), effect,
                    Math.sqrt(ofA / logsOfA.length + ofB / logsOfB.length), test.getDegreesOfFreedom(),
                    test.getPValue(), true);
        }

        private static Raw single(MeasuredCell a, MeasuredCell b, double[] logsOfA, double[] logsOfB, double effect) {
            double noise = Math.max(Noise.of(a.cell()), Noise.of(b.cell()));
            double error = noise * Math.sqrt(1.0 / logsOfA.length + 1.0 / logsOfB.length);
            double pValue = 2 * TDistribution.of(Noise.DEGREES).survivalProbability(Math.abs(effect) / error);
            return new Raw(a.subject(), a.cell(), b.cell(), effect, error, Noise.DEGREES, pValue, false);
        }

        private static double mean(double[] values) {
            return Mean.of(values).getAsDouble();
        }

        double halfInterval() {
            return error * TDistribution.of(degrees).inverseSurvivalProbability((1 - INTERVAL) / 2);
        }

        private static double[] logs(Cell cell) {
            return Arrays.stream(cell.times()).map(Math::log).toArray();
        }
    }

    /** Holm's step-down method: the k-th smallest p-value is multiplied by the number of those not smaller. */
    private static List<ComparedCell> judged(List<Raw> raw) {
        var ascending = raw.stream().sorted(Comparator.comparingDouble(Raw::pValue)).toList();
        var corrected = new HashMap<Raw, Double>();
        double last = 0;
        for (int i = 0; i < ascending.size(); i++) {
            last = Math.min(1, Math.max(last, ascending.get(i).pValue() * (ascending.size() - i)));
            corrected.put(ascending.get(i), last);
        }
        return raw.stream().map(each -> place(each, corrected.get(each))).toList();
    }

    private static ComparedCell place(Raw raw, double pValue) {
        double low = Math.expm1(raw.effect() - raw.halfInterval());
        double high = Math.expm1(raw.effect() + raw.halfInterval());
        return new ComparedCell(raw.subject(), raw.a(), raw.b(), Math.expm1(raw.effect()), low, high, pValue,
                raw.isRepeated(), verdict(raw, pValue, low, high));
    }

    private static Verdict verdict(Raw raw, double pValue, double low, double high) {
        if (raw.isRepeated() && low > -INDIFFERENT && high < INDIFFERENT) {
            return Verdict.SAME;
        }
        if (pValue < FAMILY_ERROR) {
            return raw.effect() > 0 ? Verdict.SLOWER : Verdict.FASTER;
        }
        return Verdict.AMBIGUOUS;
    }

}
