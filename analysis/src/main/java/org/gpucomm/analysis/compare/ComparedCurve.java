package org.gpucomm.analysis.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;

import org.gpucomm.analysis.identity.SeriesKey;

/**
 * A curve along size as a whole: a difference at its typical size that no size alone need show.
 *
 * @param sizes  how many of its sizes both sides have
 * @param effect time of B over time of A, less one, at the typical size
 * @param low    of the interval that holds the true effect with 95 % confidence, as that of {@link ComparedCell}
 * @param high   its other end
 * @param pValue that a difference this large comes by chance, corrected together with the places
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

    /** A small difference everywhere is what it is looked at as a whole for. */
    private static Verdict verdict(Estimate estimate) {
        var ofPlaces = ComparedCell.verdict(estimate);
        return ofPlaces == Verdict.SAME && estimate.isShown()
                ? estimate.effect() > 0 ? Verdict.SLOWER : Verdict.FASTER
                : ofPlaces;
    }
}
