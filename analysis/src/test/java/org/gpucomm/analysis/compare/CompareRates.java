package org.gpucomm.analysis.compare;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.IntStream;

import org.gpucomm.analysis.evidence.Machine;
import org.gpucomm.analysis.evidence.Machine.Kind;
import org.gpucomm.analysis.evidence.Machine.Law;
import org.gpucomm.analysis.evidence.Machine.Side;
import org.gpucomm.analysis.evidence.Rate;

/** How often a comparison is right and wrong on machines whose truth is known. */
final class CompareRates {

    static final Law TRUTH = bytes -> 12 + bytes / 180e3;

    private final int seeds;
    private final long firstSeed;

    /** @param firstSeed of the first file; the others follow */
    CompareRates(int seeds, long firstSeed) {
        this.seeds = seeds;
        this.firstSeed = firstSeed;
    }

    /** One row of the table. @param factor of B's times */
    record Case(Kind kind, Side a, Side b, int sizes, boolean inTurns, Law factor) {

        static Case equal(Kind kind, int a, int b, int sizes) {
            return new Case(kind, new Side(a, 1), new Side(b, 1), sizes, true, bytes -> 1);
        }

        Case with(Law slower) {
            return new Case(kind, a, b, sizes, inTurns, slower);
        }

        /** Each process measures so often. */
        Case repeating(int times) {
            return new Case(kind, new Side(a.processes(), times), new Side(b.processes(), times), sizes, inTurns,
                    factor);
        }

        Case oneAfterTheOther() {
            return new Case(kind, a, b, sizes, false, factor);
        }

        Comparison comparison(long seed) {
            var both = new Machine(kind, seed).both(Machine.sizes(sizes), a, TRUTH, b,
                    bytes -> TRUTH.time(bytes) * factor.time(bytes), inTurns);
            return Comparison.of(both.getFirst(), both.getLast());
        }

        @Override
        public String toString() {
            return kind.name().toLowerCase(Locale.ROOT) + " | " + a.processes() + " v " + b.processes()
                    + (a.repetitions() > 1 ? " × " + a.repetitions() : "") + " | " + sizes;
        }
    }

    /** Returns the share of files for which something holds. */
    double share(Case of, Predicate<Comparison> holds) {
        return rate(of, holds).share();
    }

    /** Returns the same with the number of files. */
    Rate rate(Case of, Predicate<Comparison> holds) {
        return Rate.of(seeds, firstSeed, seed -> holds.test(of.comparison(seed)));
    }

    static boolean isAlarm(Comparison comparison) {
        return !comparison.with(Verdict.SLOWER).isEmpty() || !comparison.with(Verdict.FASTER).isEmpty()
                || comparison.curves().stream()
                        .anyMatch(curve -> curve.verdict() == Verdict.SLOWER || curve.verdict() == Verdict.FASTER);
    }

    static boolean isBand(long bytes) {
        return bytes >= 64 << 20;
    }

    /** Every slower size is found, and nothing else is said to be slower or faster. */
    static boolean isExactly(Comparison comparison, Law factor) {
        return comparison.places().stream().allMatch(
                place -> factor.time(place.a().bytes()) > 1 == (place.verdict() == Verdict.SLOWER)
                        && place.verdict() != Verdict.FASTER);
    }

    /** Share of the truly slower places that were found, or called the same; places of one file are not independent. */
    double places(Case of, Verdict verdict) {
        var counts = IntStream.range(0, seeds).parallel().mapToObj(seed -> of.comparison(firstSeed + seed))
                .map(comparison -> comparison.places().stream()
                        .filter(place -> of.factor().time(place.a().bytes()) != 1).toList())
                .map(slower -> new long[]{
                        slower.stream().filter(place -> place.verdict() == verdict).count(), slower.size()})
                .toList();
        return counts.stream().mapToLong(count -> count[0]).sum()
                / (double) counts.stream().mapToLong(count -> count[1]).sum();
    }

    static final List<int[]> COUNTS = List.of(new int[]{10, 10}, new int[]{5, 5}, new int[]{3, 3}, new int[]{3, 10},
            new int[]{2, 2}, new int[]{1, 1}, new int[]{1, 10});
}
