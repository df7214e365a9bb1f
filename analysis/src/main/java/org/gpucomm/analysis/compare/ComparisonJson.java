package org.gpucomm.analysis.compare;

import java.util.List;

import org.gpucomm.analysis.nextrun.NextRun;
import org.jspecify.annotations.Nullable;

/**
 * A comparison for programs.
 *
 * @param details what the headline leaves out
 * @param next    the run that would settle what is ambiguous
 * @param turns   whether the sides were measured in turns
 * @param curves  those of three sizes and more whose sides have two processes and more
 * @param onlyInA places that B lacks
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
     * A curve as a whole, at its typical size.
     *
     * @param sizes  how many it has on both sides
     * @param effect as that of a place
     */
    record Whole(String operation, String title, String library, String variant, @Nullable Integer ranks, int sizes,
            double effect, double low, double high, double pValue, Verdict verdict) {

        public static Whole of(ComparedCurve curve) {
            var subject = curve.subject();
            return new Whole(subject.operation().id(), subject.title(), subject.library(), subject.variant(),
                    curve.ranks() == 0 ? null : curve.ranks(), curve.sizes(), curve.effect(), curve.low(), curve.high(),
                    curve.pValue(), curve.verdict());
        }
    }

    /**
     * @param timeOfA µs, as is {@code timeOfB}
     * @param effect  time of B over time of A, less one; {@code low} and {@code high} are its interval
     */
    record Item(String operation, String title, String library, String variant, @Nullable String placement,
            String datatype, @Nullable Integer ranks, @Nullable Long bytes, double timeOfA, double timeOfB,
            int repetitionsOfA, int repetitionsOfB, double effect, double low, double high, double pValue,
            Verdict verdict) {

        public static Item of(ComparedCell place) {
            var subject = place.subject();
            var placement = subject.placement();
            return new Item(subject.operation().id(), subject.title(), subject.library(), subject.variant(),
                    placement == null ? null : placement.id(), subject.datatype(),
                    place.a().ranks() == 0 ? null : place.a().ranks(), place.a().bytes() < 0 ? null : place.a().bytes(),
                    place.timeOfA(), place.timeOfB(), place.a().repetitions(), place.b().repetitions(), place.effect(),
                    place.low(), place.high(), place.pValue(), place.verdict());
        }
    }
}
