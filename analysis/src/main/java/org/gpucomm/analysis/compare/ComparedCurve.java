package org.gpucomm.analysis.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;

import org.gpucomm.analysis.identity.SeriesKey;

/**
 * Comparison of a whole curve along size: a difference at its typical size that no single size need show.
 *
 * @param sizes  number of sizes on both sides
 * @param effect time of B over time of A, minus one, at the typical size
 * @param low    lower end of the 95 % confidence interval, as in {@link ComparedCell}
 * @param high   upper end of the same interval
 * @param pValue probability of so large a difference by chance, corrected together with the places
 */
public record ComparedCurve(SeriesKey subject, int ranks, int sizes, double effect, double low, double high,
        double pValue, Verdict verdict) {

    static List<ComparedCurve> of(List<ComparedPlace> places, Judgement judgement) {
        var byCurve = new LinkedHashMap<Object, List<ComparedPlace>>();
        places.forEach(place -> byCurve.computeIfAbsent(place.curve(), added -> new ArrayList<>()).add(place));
        return byCurve.entrySet().stream().filter(curve -> judgement.curves().containsKey(curve.getKey()))
                .map(curve -> of(curve.getValue(), Objects.requireNonNull(judgement.curves().get(curve.getKey()))))
                .toList();
    }

    private static ComparedCurve of(List<ComparedPlace> places, Estimate found) {
        var estimate = found.consistent();
        var first = places.getFirst();
        return new ComparedCurve(first.subject(), first.a().ranks(), places.size(), Math.expm1(estimate.effect()),
                Math.expm1(estimate.low()), Math.expm1(estimate.high()), estimate.pValue(),
                verdict(estimate));
    }

    /**
     * Returns the verdict. A significant difference counts even if small, since small differences everywhere are what this comparison is
     * for.
     */
    private static Verdict verdict(Estimate estimate) {
        var ofPlaces = ComparedCell.verdict(estimate);
        return ofPlaces == Verdict.SAME && estimate.isShown()
                ? estimate.effect() > 0 ? Verdict.SLOWER : Verdict.FASTER
                : ofPlaces;
    }
}
