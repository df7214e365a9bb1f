package org.gpucomm.analysis.compare;

import java.util.List;

import org.gpucomm.analysis.nextrun.NextRun;
import org.jspecify.annotations.Nullable;

/**
 * JSON of a comparison.
 *
 * @param details text that the headline omits
 * @param next    run that would settle ambiguous places
 * @param turns   whether the sides were measured in alternation
 * @param curves  curves of three or more sizes with two or more processes per side
 * @param onlyInA number of places that B lacks
 */
public record ComparisonJson(String headline, String details, NextRun next, RunsInTurns turns, long onlyInA,
        long onlyInB,
        List<Item> places,
        List<Whole> curves,
        List<FingerprintDifference> differences) {

    public static ComparisonJson of(Headline headline, NextRun next, List<FingerprintDifference> differences) {
        var comparison = headline.comparison();
        return new ComparisonJson(headline.sentence(), headline.details(), next, comparison.turns(),
                comparison.onlyInA(), comparison.onlyInB(),
                comparison.places().stream().map(Item::of).toList(),
                comparison.curves().stream().map(Whole::of).toList(), differences);
    }

    /**
     * Whole curve, at its typical size.
     *
     * @param sizes  number of sizes on both sides
     * @param effect effect as for a place
     */
    record Whole(String operation, String title, String library, String variant, @Nullable Integer ranks, int sizes,
            double effect, double low, double high, double pValue, Verdict verdict) {

        public static Whole of(ComparedCurve curve) {
            var subject = curve.subject();
            return new Whole(subject.operation().id(), subject.titleInRun(), subject.library(), subject.variant(),
                    curve.ranks() == 0 ? null : curve.ranks(), curve.sizes(), curve.effect(), curve.low(), curve.high(),
                    curve.pValue(), curve.verdict());
        }
    }

    /**
     * @param timeOfA time in µs, like {@code timeOfB}
     * @param effect  time of B over time of A, minus one; {@code low} and {@code high} are its interval
     */
    record Item(String operation, String title, String library, String variant, @Nullable String placement,
            String datatype, @Nullable Integer ranks, @Nullable Long bytes, double timeOfA, double timeOfB,
            int repetitionsOfA, int repetitionsOfB, double effect, double low, double high, double pValue,
            Verdict verdict) {

        public static Item of(ComparedCell place) {
            var subject = place.subject();
            var placement = subject.placement();
            return new Item(subject.operation().id(), subject.titleInRun(), subject.library(), subject.variant(),
                    placement == null ? null : placement.id(), subject.datatype(),
                    place.a().ranks() == 0 ? null : place.a().ranks(), place.a().bytes() < 0 ? null : place.a().bytes(),
                    place.timeOfA(), place.timeOfB(), place.a().repetitions(), place.b().repetitions(), place.effect(),
                    place.low(), place.high(), place.pValue(), place.verdict());
        }
    }
}
