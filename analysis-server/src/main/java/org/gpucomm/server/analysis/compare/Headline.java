package org.gpucomm.server.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;

import org.apache.commons.statistics.descriptive.Median;
import org.gpucomm.results.Bytes;

/**
 * A comparison in one sentence: where B is faster or slower than A and by what factor, how near the rest is, and which
 * differences are too small for as few runs.
 */
public record Headline(Comparison comparison, String nameOfA, String nameOfB) {

    public String text() {
        var places = comparison.places();
        if (places.isEmpty()) {
            return nameOfA + " and " + nameOfB
                    + " have no measurement in common: not one operation at the same message "
                    + "size, ranks, placement and datatype.";
        }
        var parts = new ArrayList<String>();
        for (var verdict : List.of(Verdict.SLOWER, Verdict.FASTER)) {
            var shown = comparison.with(verdict);
            if (!shown.isEmpty()) {
                parts.add(Ratio.range(shown) + where(shown));
            }
        }
        var same = comparison.with(Verdict.SAME);
        if (!same.isEmpty()) {
            parts.add("the same within " + Ratio.percent(Comparison.INDIFFERENT) + where(same));
        }
        var open = comparison.with(Verdict.AMBIGUOUS);
        for (var small : List.of(false, true)) {
            var part = open.stream().filter(place -> place.isSmall() == small).toList();
            if (!part.isEmpty()) {
                parts.add("within " + Ratio.percent(widest(part)) + where(part)
                        + (part.stream().allMatch(Place::isRepeated)
                                ? ", which the runs do not tell from noise"
                                : ""));
            }
        }
        return nameOfB + " against " + nameOfA + ": " + String.join("; ", parts) + "." + noise();
    }

    /** What the differences of places that were measured once or twice do not say. */
    private String noise() {
        var single = comparison.places().stream().filter(place -> !place.isRepeated()).toList();
        if (single.isEmpty()) {
            return "";
        }
        var limits = new ArrayList<String>();
        limit(single, place -> !place.isSmall()).ifPresent(limits::add);
        limit(single, Place::isSmall).map(limit -> limits.isEmpty() ? limit : limit + " below " + Noise.SMALL)
                .ifPresent(limits::add);
        boolean all = single.size() == comparison.places().size();
        boolean once = single.stream().allMatch(place -> place.a().repetitions() == 1 && place.b().repetitions() == 1);
        var runs = (once ? "single runs" : "fewer than three runs a side") + (all
                ? ""
                : " at " + single.size() + " of "
                        + comparison.places().size() + " places");
        return " " + Character.toUpperCase(runs.charAt(0)) + runs.substring(1) + ", so differences below about "
                + String.join(" (", limits) + (limits.size() > 1 ? ")" : "") + " say nothing.";
    }

    /** Half the interval that places of a kind typically have. */
    private static Optional<String> limit(List<Place> single, Predicate<Place> kind) {
        var halves = single.stream().filter(kind)
                .mapToDouble(place -> Math.sqrt((1 + place.high()) / (1 + place.low())) - 1).toArray();
        return halves.length == 0
                ? Optional.empty()
                : Optional.of(Math.round(100 * Median.withDefaults().evaluate(halves)) + " %");
    }

    /** The largest difference, as the share by which the slower one takes longer. */
    private static double widest(List<Place> places) {
        return places.stream().mapToDouble(place -> Math.max(1 + place.effect(), place.speed()) - 1).max()
                .orElseThrow();
    }

    /** Which of all sizes: nothing where it is all of them, and how many places where they do not lie side by side. */
    private String where(List<Place> places) {
        var all = new TreeSet<Long>();
        comparison.places().forEach(place -> all.add(place.a().bytes()));
        if (places.size() == comparison.places().size()) {
            return all.size() > 1 ? " at all sizes" : "";
        }
        long least = places.stream().mapToLong(place -> place.a().bytes()).min().orElseThrow();
        long most = places.stream().mapToLong(place -> place.a().bytes()).max().orElseThrow();
        long within = comparison.places().stream()
                .filter(place -> place.a().bytes() >= least && place.a().bytes() <= most)
                .count();
        var count = within == places.size() ? "" : " at " + places.size() + " of " + within + " places";
        if (least < 0 || all.size() == 1) {
            return count;
        }
        if (least == most) {
            return count + " at " + new Bytes(least);
        }
        if (least == all.first() && most == all.last()) {
            return count;
        }
        return count + (most == all.last()
                ? " from " + new Bytes(least) + " up"
                : least == all.first()
                        ? " up to " + new Bytes(most)
                        : " between " + new Bytes(least) + " and " + new Bytes(most));
    }
}
