package org.gpucomm.analysis.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.apache.commons.statistics.descriptive.Median;
import org.gpucomm.results.Bytes;
import org.gpucomm.analysis.statistics.NoiseModel;
import org.gpucomm.analysis.identity.Agreement;
import org.gpucomm.analysis.rules.Phrases;

/**
 * Comparison in words: where B is faster or slower than A and by what factor, how close the rest is, which differences are too small for
 * so few runs, and what was not compared.
 */
public record Headline(Comparison comparison, String nameOfA, String nameOfB) {

    private static final int FEW_SIZES = 3;
    /** Largest number of operations that are named. */
    private static final int MOST_NAMED = 2;
    /** Ratio of the plateau's difference to the typical difference from which the plateau is reported by itself. */
    private static final double AS_THE_PLATEAU = 2;
    private static final int MOST_WORDS = 20;
    /** Relative difference that is reported before equal sizes, even if it is ambiguous. */
    private static final double MUCH = 0.5;
    /** Relative difference below which the direction of single runs means nothing. */
    private static final double CLOSE = 0.1;
    private static final String AGAINST = " against ";

    /** Returns one sentence, of {@value #MOST_WORDS} words at most if its first part allows. */
    public String sentence() {
        return said(first(parts()));
    }

    /** Returns the details that {@link #sentence()} omits; may be empty. */
    public String details() {
        var parts = parts();
        var rest = comparison.apart().isPresent() ? parts : parts.subList(first(parts).size(), parts.size());
        return Stream
                .of(rest.isEmpty() ? "" : "Also: " + String.join("; ", rest) + ".", atTheLargest(), sentences())
                .filter(part -> !part.isEmpty()).collect(Collectors.joining(" "));
    }

    /** Returns both bandwidths at the largest size that shows a difference, for example {@code At 16 GiB B reaches 229 GB/s, A 371 GB/s.} */
    private String atTheLargest() {
        return comparison.places().stream()
                .filter(place -> (place.verdict() == Verdict.SLOWER || place.verdict() == Verdict.FASTER)
                        && place.a().bytes() >= FewRuns.SMALL.count()
                        && place.a().busbw().orElse(0) > 0 && place.b().busbw().orElse(0) > 0)
                .max(Comparator.comparingLong(place -> place.a().bytes()))
                .map(place -> "At " + Phrases.size(place.a().bytes()) + " " + nameOfB + " reaches "
                        + Phrases.gbps(place.b().busbw().orElseThrow()) + ", " + nameOfA + " "
                        + Phrases.gbps(place.a().busbw().orElseThrow()) + ".")
                .orElse("");
    }

    private String said(List<String> parts) {
        return comparison.apart().isPresent()
                ? comparison.apart().orElseThrow().sentence(nameOfA, nameOfB)
                : nameOfB + AGAINST + nameOfA + ": " + String.join("; ", parts) + ".";
    }

    /** Returns the first parts that fit into one sentence. */
    private List<String> first(List<String> parts) {
        int words = words(nameOfB + AGAINST + nameOfA);
        int taken = 0;
        for (var part : parts) {
            words += words(part);
            if (taken > 0 && words > MOST_WORDS) {
                break;
            }
            taken++;
        }
        return parts.subList(0, taken);
    }

    private static int words(String text) {
        return text.split(" ").length;
    }

    private String sentences() {
        return (comparison.places().isEmpty() ? leftOut() : noise() + turns() + unlike() + leftOut()).strip();
    }

    private List<String> parts() {
        var parts = new ArrayList<String>();
        // The result at the largest sizes comes first.
        Stream.of(Verdict.SLOWER, Verdict.FASTER).map(comparison::with).filter(shown -> !shown.isEmpty())
                .sorted(Comparator.comparing((List<ComparedCell> shown) -> sizes(shown).last()).reversed())
                .forEach(shown -> parts.add(Ratio.range(shown) + where(shown)));
        var same = comparison.with(Verdict.SAME);
        if (!same.isEmpty()) {
            parts.add("the same within " + Ratio.percent(Comparison.INDIFFERENT) + where(same));
        }
        var far = new ArrayList<List<ComparedCell>>();
        var near = new ArrayList<String>();
        for (var small : List.of(false, true)) {
            var open = new ArrayList<>(comparison.with(Verdict.AMBIGUOUS));
            open.removeIf(place -> place.isSmall() != small);
            var ends = opposite(open);
            if (!ends.isEmpty()) {
                var late = ends.getLast();
                var early = ends.getFirst();
                parts.add(Ratio.signed(late) + where(late) + ", " + Ratio.signed(early) + where(early) + ", ambiguous");
                open.removeAll(late);
                open.removeAll(early);
            }
            var farOff = open.stream().filter(Headline::isFarOff).toList();
            if (farOff.isEmpty() || farOff.size() == open.size()) {
                farOff = List.of();
            } else {
                far.add(farOff);
            }
            var rest = new ArrayList<>(open);
            rest.removeAll(farOff);
            var beyond = apart(rest);
            rest.removeAll(beyond);
            if (!rest.isEmpty()) {
                near.add(open(rest));
            }
            if (!beyond.isEmpty() && widest(beyond) < MUCH) {
                near.add(Ratio.signed(beyond) + where(beyond) + ", ambiguous");
            } else if (!beyond.isEmpty()) {
                far.add(beyond);
            }
        }
        // Large differences come first, those at many sizes before those at few.
        far.sort(Comparator.comparingDouble(cells -> -cells.stream().mapToDouble(Headline::distance).sum()));
        far.forEach(cells -> parts.add(Ratio.signed(cells) + where(cells) + ", ambiguous"));
        parts.addAll(near);
        comparison.curves().forEach(curve -> whole(curve).ifPresent(parts::add));
        return parts;
    }

    /**
     * Returns the largest sizes of a curve if all of them changed in one direction, after the sizes before them that all changed in the
     * other; empty if there are no such two stretches.
     */
    private static List<List<ComparedCell>> opposite(List<ComparedCell> part) {
        var bySize = part.stream().sorted(Comparator.comparingLong(place -> place.a().bytes())).toList();
        if (sizes(part).size() < part.size()) {
            return List.of();
        }
        int late = beginning(bySize, bySize.size());
        int early = beginning(bySize, late);
        var ends = List.of(bySize.subList(early, late), bySize.subList(late, bySize.size()));
        return ends.stream().allMatch(stretch -> stretch.size() > 1 && widest(stretch) > CLOSE) ? ends : List.of();
    }

    /** Returns the index at which the stretch of one direction that ends at an index begins. */
    private static int beginning(List<ComparedCell> bySize, int end) {
        int at = end;
        while (at > 0 && distance(bySize.get(at - 1)) > Math.log1p(CLOSE / 2)
                && bySize.get(at - 1).effect() > 0 == bySize.get(end - 1).effect() > 0) {
            at--;
        }
        return at;
    }

    /** Returns the few sizes beyond the noise that are far from the many others; empty if there are none. */
    private static List<ComparedCell> apart(List<ComparedCell> part) {
        var beyond = part.stream().filter(Headline::isBeyondNoise).toList();
        var within = new ArrayList<>(part);
        within.removeAll(beyond);
        double nearest = beyond.stream().mapToDouble(Headline::distance).min().orElse(0);
        double farthest = within.stream().mapToDouble(Headline::distance).max().orElse(nearest);
        return nearest < 2 * farthest || within.size() <= beyond.size() ? List.of() : beyond;
    }

    /** Returns the text for places that show neither a difference nor equality: how far apart the sides are, and in which direction. */
    private String open(List<ComparedCell> part) {
        double widest = widest(part);
        if (widest == 0) {
            return "no difference" + where(part);
        }
        if (part.stream().allMatch(ComparedCell::isRepeated)) {
            return "within " + Ratio.percent(widest) + where(part) + ", which may be noise";
        }
        if (part.stream().anyMatch(Headline::isBeyondNoise)) {
            return Ratio.signed(part) + where(part) + ", ambiguous";
        }
        boolean isOneWay = part.stream().allMatch(place -> place.effect() < 0)
                || part.stream().allMatch(place -> place.effect() > 0);
        return isOneWay && widest > CLOSE
                ? Ratio.signed(part) + where(part) + ", within noise"
                : "within " + Ratio.percent(widest) + where(part);
    }

    /** Returns the largest difference, as the share by which the slower side takes longer. */
    private static double widest(List<ComparedCell> places) {
        return places.stream().mapToDouble(place -> Math.max(1 + place.effect(), place.speed()) - 1).max()
                .orElseThrow();
    }

    private static boolean isBeyondNoise(ComparedCell place) {
        return !place.isRepeated() && distance(place) > place.halfInterval();
    }

    private static double distance(ComparedCell place) {
        return Math.abs(Math.log1p(place.effect()));
    }

    /**
     * Returns whether the difference is so large that only the neighbours prevent its report, since one or two measurements can be
     * outliers.
     */
    private static boolean isFarOff(ComparedCell place) {
        return !place.isRepeated() && distance(place) > 2 * place.halfInterval();
    }

    /** Returns a sentence about differences that fewer than three processes per side cannot show; empty if all places have a verdict. */
    private String noise() {
        var few = comparison.places().stream().filter(place -> !place.isRepeated()).toList();
        if (few.stream().noneMatch(place -> place.verdict() == Verdict.AMBIGUOUS)) {
            return "";
        }
        int places = comparison.places().size();
        boolean one = few.stream().allMatch(ComparedCell::isOfOneProcess);
        boolean once = few.stream().allMatch(place -> place.a().repetitions() == 1 && place.b().repetitions() == 1);
        var runs = (once ? "Single runs" : one ? "One process a side" : "Fewer than three processes a side")
                + (few.size() == places ? "" : " at " + few.size() + " of " + places + " places");
        var offsets = one
                ? ": what one process adds to all of its times, often "
                        + Ratio.percent(NoiseModel.OF_A_PROCESS)
                        + ", cannot be distinguished from a change."
                : ".";
        return " " + runs + ", so differences below about "
                + limits(few, place -> Math.expm1(place.halfInterval()),
                        comparison.isOfEqualProcesses() ? ", as equal processes of H200s differed" : "")
                + " say nothing" + offsets;
    }

    /** Returns the difference at the typical size of a curve, if not all of its sizes show it. */
    private Optional<String> whole(ComparedCurve curve) {
        boolean isDifferent = curve.verdict() == Verdict.SLOWER || curve.verdict() == Verdict.FASTER;
        boolean everywhere = places(curve).allMatch(place -> place.verdict() == curve.verdict());
        if (!isDifferent || everywhere || !isOfThePlateau(curve)) {
            return Optional.empty();
        }
        boolean slower = curve.verdict() == Verdict.SLOWER;
        double low = slower ? curve.low() : -curve.high();
        double high = slower ? curve.high() : -curve.low();
        var of = comparison.curves().size() == 1
                ? "over all sizes together "
                : curve.subject().title() + (curve.ranks() > 0 ? " on " + curve.ranks() : "") + " over all sizes ";
        return Optional.of(of + Ratio.percent(Math.abs(curve.effect())) + (slower ? " slower" : " faster") + " ("
                + Ratio.percent(Math.max(0, low)) + " to " + Ratio.percent(high) + ")");
    }

    /**
     * Returns whether sizes on the bandwidth plateau differ like the typical size. They matter most and are also reported by themselves.
     */
    private boolean isOfThePlateau(ComparedCurve curve) {
        return typical(places(curve).filter(place -> !place.isSmall()).toList(), ComparedCell::effect)
                .map(Math::log1p)
                .map(plateau -> plateau / Math.log1p(curve.effect()))
                .map(times -> times > 0 && times < AS_THE_PLATEAU).orElse(true);
    }

    private Stream<ComparedCell> places(ComparedCurve curve) {
        return comparison.places().stream()
                .filter(place -> place.subject().equals(curve.subject()) && place.a().ranks() == curve.ranks());
    }

    /** Returns a warning about drift of the machine. */
    private String turns() {
        boolean isJudged = comparison.places().stream().anyMatch(place -> place.verdict() != Verdict.AMBIGUOUS)
                || comparison.curves().stream().anyMatch(curve -> curve.verdict() != Verdict.AMBIGUOUS);
        return switch (comparison.turns()) {
            case ONE_AFTER_THE_OTHER ->
                " " + nameOfA + " and " + nameOfB + " were measured one after the other, not in "
                        + "turns: a drift of the machine reads as a difference.";
            case NOT_KNOWN -> isJudged
                    ? " The logs do not say when they were measured: if not in turns, a drift of the machine reads as a "
                            + "difference."
                    : "";
            case IN_TURNS, NO_TURNS -> "";
        };
    }

    /** Returns, for example, {@code 4 % (25 % below 1 MiB)}. @param ofSmall origin of the second value */
    private static String limits(List<ComparedCell> single, ToDoubleFunction<ComparedCell> limit, String ofSmall) {
        var large = typical(ofKind(single, false), limit).map(Headline::whole);
        var small = typical(ofKind(single, true), limit).map(Headline::whole);
        return large
                .map(of -> of + small.map(below -> " (" + below + " below " + FewRuns.SMALL + ofSmall + ")").orElse(""))
                .orElseGet(() -> small.orElseThrow() + ofSmall + (ofSmall.isEmpty() ? "" : ","));
    }

    private static List<ComparedCell> ofKind(List<ComparedCell> places, boolean small) {
        return places.stream().filter(place -> place.isSmall() == small).toList();
    }

    private static String whole(double share) {
        return share < Ratio.FACTOR - 1
                ? Math.round(100 * share) + " %"
                : "a factor of " + Ratio.number(1 + share, 1 + share);
    }

    private static Optional<Double> typical(List<ComparedCell> places, ToDoubleFunction<ComparedCell> of) {
        return places.isEmpty()
                ? Optional.empty()
                : Optional.of(Median.withDefaults().evaluate(places.stream().mapToDouble(of).toArray()));
    }

    /** Returns a sentence about runs of one side that differ too much to be repetitions, so that their mean is meaningless. */
    private String unlike() {
        var said = new StringBuilder();
        unlike(nameOfA, place -> place.a().spread()).ifPresent(said::append);
        unlike(nameOfB, place -> place.b().spread()).ifPresent(said::append);
        return said.toString();
    }

    private Optional<String> unlike(String name, ToDoubleFunction<ComparedCell> spread) {
        return typical(comparison.places(), spread).filter(typical -> typical > Agreement.FACTOR)
                .map(typical -> " The runs of " + name + " differ from one another by a factor of "
                        + Ratio.number(typical, typical) + ", so that their means are of unlike runs.");
    }

    private String leftOut() {
        var sides = new ArrayList<String>();
        if (comparison.wrongInA() > 0) {
            sides.add(comparison.wrongInA() + " of " + nameOfA);
        }
        if (comparison.wrongInB() > 0) {
            sides.add(comparison.wrongInB() + " of " + nameOfB);
        }
        return sides.isEmpty() ? "" : " Measurements with wrong data are left out: " + String.join(", ", sides) + ".";
    }

    /** Returns the runs or the sizes of some places as text: an interval, or their number if they are not contiguous. */
    private String where(List<ComparedCell> part) {
        var runs = part.stream().map(place -> place.subject().run()).distinct().toList();
        if (part.size() < comparison.places().size() && part.size() <= FEW_SIZES && !runs.contains("")) {
            return " for " + Phrases.list(runs);
        }
        var all = sizes(comparison.places());
        if (part.size() == comparison.places().size()) {
            boolean others = comparison.onlyInA() + comparison.onlyInB() > 0;
            return all.size() > 1 ? " at all sizes" + (others ? " that both have" : "") : "";
        }
        var sizes = sizes(part);
        boolean oneEach = all.size() == comparison.places().size();
        if (!isStretch(part)) {
            return oneEach && sizes.size() <= FEW_SIZES
                    ? " at " + Phrases.list(sizes.stream().map(Phrases::size).toList())
                    : countOf(part, oneEach);
        }
        if (sizes.first() < 0 || all.size() == 1) {
            return "";
        }
        if (sizes.size() == 1) {
            return " at " + new Bytes(sizes.first());
        }
        if (sizes.last().equals(all.last())) {
            return sizes.first().equals(all.first()) ? "" : " from " + new Bytes(sizes.first()) + " up";
        }
        return sizes.first().equals(all.first())
                ? " up to " + new Bytes(sizes.last())
                : " between " + new Bytes(sizes.first()) + " and " + new Bytes(sizes.last());
    }

    /** Returns whether the places include every place between their smallest and largest size. */
    private boolean isStretch(List<ComparedCell> part) {
        var sizes = sizes(part);
        return comparison.places().stream().map(place -> place.a().bytes())
                .filter(bytes -> bytes >= sizes.first() && bytes <= sizes.last()).count() == part.size();
    }

    /** Returns, for example, {@code at 12 of 14 sizes from 1 MiB up}, counting only sizes of the same kind if possible. */
    private String countOf(List<ComparedCell> part, boolean oneEach) {
        var all = comparison.places();
        boolean small = part.getFirst().isSmall();
        Predicate<ComparedCell> alike = place -> place.isSmall() == small;
        boolean isOfKind = part.stream().allMatch(alike) && !all.stream().allMatch(alike);
        var among = isOfKind ? ofKind(all, small) : all;
        var kind = isOfKind ? (small ? " below " : " from ") + FewRuns.SMALL + (small ? "" : " up") : "";
        Function<ComparedCell, String> operation = place -> place.subject().operation().title();
        Function<ComparedCell, String> title = place -> place.subject().title();
        var naming = Stream.of(operation, title)
                .filter(each -> all.stream().map(each).distinct().count() == all.size()).findFirst();
        if (!oneEach && part.size() <= MOST_NAMED && naming.isPresent()) {
            return " in " + Phrases.list(part.stream().map(naming.get()).toList());
        }
        return " at " + part.size() + " of " + among.size() + (oneEach ? " sizes" : " places") + kind;
    }

    private static TreeSet<Long> sizes(List<ComparedCell> places) {
        return places.stream().map(place -> place.a().bytes()).collect(Collectors.toCollection(TreeSet::new));
    }
}
