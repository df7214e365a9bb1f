package org.gpucomm.analysis.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

import org.gpucomm.results.Operation;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.identity.SeriesKey;
import org.gpucomm.analysis.rules.Phrases;

/** Two sides that have bandwidths and, on one of them at least, no times: how much more or less B reaches than A. */
final class OnlyBandwidths {

    /** Names of the results that both sides have, from the most exact on. */
    private static final List<Function<SeriesKey, String>> NAMES = List.of(
            key -> title(key) + (key.settings().isEmpty() ? "" : " (" + key.settings().replace(";", ", ") + ")"),
            OnlyBandwidths::title, key -> key.operation() == Operation.UNNAMED ? "" : key.operation().title());

    /** Mark of bus bandwidths, which are compared with bus bandwidths alone. */
    private static final String BUS = " (busbw)";

    private static final Pattern ONE_WAY = Pattern.compile("(?i)\\bunidir");
    private static final Pattern BOTH_WAYS = Pattern.compile("(?i)\\bbidir");
    /** Ratio of both directions to one from which each keeps its rate, and up to which both share that of one. */
    private static final double FULL_DUPLEX = 1.8;
    private static final double SHARED = 1.2;

    private OnlyBandwidths() {}

    /** A result that both sides have. @param name operation, variant and size @param ofA bandwidth in GB/s; the same for B */
    private record Result(String name, double ofA, double ofB) {

        double factor() {
            return ofB / ofA;
        }
    }

    /** Returns, for example, {@code new.txt reaches 3.4 to 3.5 times as much bandwidth as old.txt.}; empty if no result is common. */
    static Optional<String> sentence(List<Curve> a, List<Curve> b, String nameOfA, String nameOfB) {
        return NAMES.stream().map(naming -> common(best(a, naming), best(b, naming)))
                .max(Comparator.<List<Result>>comparingInt(List::size)).filter(results -> !results.isEmpty())
                .map(results -> areOf(a, ONE_WAY) && areOf(b, BOTH_WAYS)
                        ? directions(results.getFirst().ofA(), results.getFirst().ofB(), nameOfA, nameOfB)
                        : areOf(b, ONE_WAY) && areOf(a, BOTH_WAYS)
                                ? directions(results.getFirst().ofB(), results.getFirst().ofA(), nameOfB, nameOfA)
                                : sentence(results, nameOfA, nameOfB));
    }

    private static boolean areOf(List<Curve> curves, Pattern direction) {
        return curves.stream().allMatch(curve -> direction.matcher(curve.subject().variant()).find());
    }

    /** Returns what the sum over both directions, which tools print, says about each. @param one bandwidth of one direction in GB/s */
    private static String directions(double one, double both, String nameOfOne, String nameOfBoth) {
        double factor = both / one;
        return nameOfBoth + " adds both directions: " + Phrases.gbps(both) + " is "
                + Ratio.number(factor, Math.max(factor, Ratio.FACTOR))
                + " times the " + Phrases.number(one) + " of " + nameOfOne
                + (factor >= FULL_DUPLEX
                        ? "; each keeps its rate."
                        : factor <= SHARED ? "; both share one rate." : ".");
    }

    private static String title(SeriesKey key) {
        return key.operation() == Operation.UNNAMED ? key.variant() : key.title();
    }

    private static List<Result> common(Map<String, Double> a, Map<String, Double> b) {
        var common = new ArrayList<Result>();
        a.forEach((name, ofA) -> Optional.ofNullable(b.get(name))
                .ifPresent(ofB -> common.add(new Result(name, ofA, ofB))));
        return common;
    }

    /** Returns the best bandwidth of each result. Copies within a device are no results of links. */
    private static Map<String, Double> best(List<Curve> curves, Function<SeriesKey, String> naming) {
        var best = new LinkedHashMap<String, Double>();
        for (var curve : curves) {
            for (var cell : curve.subject().isOwnMemory() ? List.<Cell>of() : curve.cells()) {
                var name = (naming.apply(curve.subject())
                        + (cell.bytes() > 0 ? " at " + Phrases.size(cell.bytes()) : ""))
                        .strip();
                cell.algbw().ifPresent(rate -> best.merge(name, rate, Math::max));
                cell.busbw().ifPresent(rate -> best.merge(name + BUS, rate, Math::max));
            }
        }
        return best;
    }

    private static String sentence(List<Result> results, String a, String b) {
        double least = results.stream().mapToDouble(Result::factor).min().orElseThrow();
        double most = results.stream().mapToDouble(Result::factor).max().orElseThrow();
        var farthest = results.stream().max(Comparator.comparingDouble(each -> Math.abs(Math.log(each.factor()))))
                .orElseThrow();
        var values = Phrases.capital(farthest.name()) + (farthest.name().isEmpty() ? "" : ": ")
                + Phrases.gbps(farthest.ofB()) + " against "
                + Phrases.number(farthest.ofA()) + ".";
        if (least >= 1 / (1 + Comparison.INDIFFERENT) && most <= 1 + Comparison.INDIFFERENT) {
            return a + " and " + b + " reach the same bandwidth within " + Ratio.percent(Comparison.INDIFFERENT) + ". "
                    + values;
        }
        return b + " reaches " + amount(least, most) + " " + a + (results.size() == 1
                ? ". " + values
                : " in " + results.size() + " results. The largest difference: " + values);
    }

    private static String amount(double least, double most) {
        if (least < 1 && most > 1) {
            return "from " + Ratio.percent(1 - least) + " less to " + Ratio.percent(most - 1) + " more bandwidth than";
        }
        if (most <= 1) {
            return range(Ratio.percent(1 - most), Ratio.percent(1 - least)) + " less bandwidth than";
        }
        return range(Ratio.number(least, most), Ratio.number(most, most))
                + (most >= Ratio.FACTOR ? " times as much bandwidth as" : " more bandwidth than");
    }

    private static String range(String least, String most) {
        return least.equals(most) ? most : least + " to " + most;
    }
}
