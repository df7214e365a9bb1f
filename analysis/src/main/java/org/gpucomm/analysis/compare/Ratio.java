package org.gpucomm.analysis.compare;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Words for the speedup of B over A: a factor from 1.5 up, below that a percentage of the faster side's time, so that both directions
 * have the same numbers.
 */
public final class Ratio {

    static final double FACTOR = 1.5;

    private Ratio() {}

    /**
     * Returns {@code 2.4 to 22 times as fast}, {@code takes 2 times as long} or {@code 3.1 % to 4 % slower}.
     *
     * @param places of one direction
     */
    static String range(List<ComparedCell> places) {
        boolean faster = places.getFirst().speed() > 1;
        var ratios = places.stream().mapToDouble(place -> faster ? place.speed() : 1 + place.effect()).sorted()
                .toArray();
        double least = ratios[0];
        double most = ratios[ratios.length - 1];
        var numbers = new String[]{number(least, most), number(most, most)};
        var range = numbers[0].equals(numbers[1]) ? numbers[0] : numbers[0] + " to " + numbers[1];
        if (most < FACTOR) {
            return range + (faster ? " faster" : " slower");
        }
        return faster ? range + " times as fast" : "takes " + range + " times as long";
    }

    /** Returns the same for places of both directions, for example {@code from 3.1 % faster to 4 % slower}. */
    static String signed(List<ComparedCell> places) {
        var faster = places.stream().filter(place -> place.effect() < 0).toList();
        var slower = places.stream().filter(place -> place.effect() >= 0).toList();
        if (faster.isEmpty() || slower.isEmpty()) {
            return range(places);
        }
        return "from " + range(farthest(faster)) + " to " + range(farthest(slower));
    }

    private static List<ComparedCell> farthest(List<ComparedCell> places) {
        return List.of(places.stream().max(Comparator.comparingDouble(place -> Math.abs(Math.log1p(place.effect()))))
                .orElseThrow());
    }

    /** Returns a ratio such as {@code 2.4} or {@code 22}, or {@code 4.1 %} if the largest ratio is no factor. */
    static String number(double ratio, double most) {
        return most < FACTOR
                ? percent(ratio - 1)
                : String.format(Locale.ROOT, ratio < 10 ? ratio < 1.1 ? "%.2f" : "%.1f" : "%.0f", ratio)
                        .replaceFirst("\\.0$", "");
    }

    /** Returns a percentage, for example {@code 3.2 %}, {@code 47 %} or {@code 2 %}. */
    static String percent(double share) {
        return String.format(Locale.ROOT, Math.abs(share) < 0.1 ? "%.1f %%" : "%.0f %%", 100 * share)
                .replace(".0 %", " %");
    }

    /** Returns a speedup for tables, for example {@code 1.043} or {@code 22.1}. */
    public static String factor(double speed) {
        return String.format(Locale.ROOT, speed < 10 ? "%.3f" : "%.1f", speed);
    }
}
