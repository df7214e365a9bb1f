package org.gpucomm.analysis.headline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.rules.Phrases;
import org.gpucomm.analysis.statistics.UnlikeRuns;

/**
 * Change of a table's results from its smallest to its largest number of GPUs or nodes, in a sentence. It describes the printed numbers.
 */
final class OverCounts {

    /** Largest relative change that counts as none. */
    private static final double STABLE = 0.05;
    /** Share of a change, as a logarithm, that counts as most of it. */
    private static final double MOST = 0.6;
    /** Share of its neighbours' bandwidths below which one is a dip. */
    private static final double FAR_BELOW = 0.5;
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
    private static final int LONGEST_NAME = 40;

    private final String unit;
    private final long from;
    private final long to;
    private final List<Change> changes;

    private OverCounts(String unit, long from, long to, List<Change> changes) {
        this.unit = unit;
        this.from = from;
        this.to = to;
        this.changes = changes;
    }

    /**
     * Results of one operation on the smallest and on the largest number.
     *
     * @param isTime whether they are times, in µs, else GB/s
     * @param step   the two neighbouring numbers between which most of the change lies, in words; empty if there are none
     * @param dip    numbers between with far less bandwidth than smaller and larger ones, in words; empty if there are none
     * @param low    the number between with the least bandwidth, in words; empty if none has less than both ends
     */
    private record Change(String name, double first, double last, boolean isTime, String step, String dip, String low) {

        double factor() {
            return last / first;
        }

        String words() {
            return name + (factor() > 1 ? isTime ? " grows from " : " rises from " : " falls from ") + range();
        }

        String range() {
            return isTime
                    ? Phrases.time(first) + " to " + Phrases.time(last)
                    : Phrases.number(first) + " to " + Phrases.gbps(last);
        }
    }

    /** Returns whether all curves are columns of a table that are called by a number. */
    static boolean areNumbered(List<Curve> curves) {
        return curves.stream().allMatch(
                curve -> SideBySide.areColumns(List.of(curve)) && NUMBER.matcher(curve.subject().variant()).matches());
    }

    /** Describes a table in which each operation was measured on the same smallest and largest number; empty for anything else. */
    static Optional<String> of(Evidence evidence) {
        var curves = UnlikeRuns.apart(evidence).withoutTwins().alongSize();
        if (curves.isEmpty() || !curves.stream().allMatch(curve -> curve.subject().tool().equals("csv"))) {
            return Optional.empty();
        }
        return along(curves, "GPUs", Curve::fixed).or(() -> along(curves, "nodes", curve -> curve.first().nodes()))
                .or(() -> areNumbered(curves)
                        ? along(curves, "", curve -> Long.parseLong(curve.subject().variant()))
                        : Optional.empty())
                .map(OverCounts::sentence);
    }

    private static Optional<OverCounts> along(List<Curve> curves, String unit, ToLongFunction<Curve> count) {
        var counts = curves.stream().mapToLong(count).summaryStatistics();
        if (counts.getMin() < 1 || counts.getMin() == counts.getMax()) {
            return Optional.empty();
        }
        var groups = new LinkedHashMap<List<Object>, TreeMap<Long, Curve>>();
        for (var curve : curves) {
            var subject = curve.subject();
            groups.computeIfAbsent(List.of(subject.operation(), String.valueOf(subject.placement()),
                    subject.settings(), subject.library(), subject.datatype(), subject.problem(), subject.run(),
                    subject.gpu(),
                    unit.isEmpty() ? "" : subject.variant()), added -> new TreeMap<>())
                    .put(count.applyAsLong(curve), curve);
        }
        var changes = new ArrayList<Change>();
        for (var group : groups.values()) {
            var first = group.get(counts.getMin());
            var last = group.get(counts.getMax());
            if (first != null && last != null) {
                change(group, first, last, name(first, groups.size()), unit).ifPresent(changes::add);
            }
        }
        boolean areAll = changes.size() == groups.size() && changes.stream().map(Change::name).distinct()
                .count() == changes.size() && changes.stream().map(Change::isTime).distinct().count() == 1;
        return areAll
                ? Optional.of(new OverCounts(unit, counts.getMin(), counts.getMax(), changes))
                : Optional.empty();
    }

    /** Returns the change at the largest common size. */
    private static Optional<Change> change(TreeMap<Long, Curve> group, Curve first, Curve last, String name,
            String unit) {
        return first.cells().reversed().stream().filter(cell -> last.at(cell.bytes()).isPresent()).findFirst()
                .flatMap(one -> {
                    boolean isTime = MeasuredBest.bandwidth(one) <= 0;
                    double a = value(first, one.bytes(), isTime);
                    double b = value(last, one.bytes(), isTime);
                    var at = one.bytes() > 0 && first.cells().size() > 1 ? " at " + Phrases.size(one.bytes()) : "";
                    return a > 0 && b > 0
                            ? Optional.of(new Change(name + at, a, b, isTime, step(group, one.bytes(), a, b, isTime),
                                    isTime ? "" : dip(group, one.bytes(), unit),
                                    isTime ? "" : low(group, one.bytes(), Math.min(a, b))))
                            : Optional.empty();
                });
    }

    private static String step(TreeMap<Long, Curve> group, long bytes, double first, double last, boolean isTime) {
        for (var low : group.entrySet()) {
            var high = group.higherEntry(low.getKey());
            if (high != null && group.size() > 2 && Math.log(value(high.getValue(), bytes, isTime)
                    / value(low.getValue(), bytes, isTime)) / Math.log(last / first) > MOST) {
                return ", most of it from " + low.getKey() + " to " + high.getKey();
            }
        }
        return "";
    }

    private static String dip(TreeMap<Long, Curve> group, long bytes, String unit) {
        var counts = List.copyOf(group.keySet());
        var rates = group.values().stream().mapToDouble(curve -> value(curve, bytes, false)).toArray();
        double last = rates[rates.length - 1];
        for (int i = 1; i < rates.length - 1; i++) {
            if (rates[i] < FAR_BELOW * rates[i - 1] && rates[i] < FAR_BELOW * last) {
                return "falls from " + Phrases.gbps(rates[i - 1]) + " on " + counts.get(i - 1)
                        + (unit.isEmpty() ? "" : " " + unit) + " to "
                        + Phrases.number(rates[i]) + " on " + counts.get(i) + "; on " + counts.getLast() + " it is "
                        + Phrases.number(last);
            }
        }
        return "";
    }

    private static String low(TreeMap<Long, Curve> group, long bytes, double ofEnds) {
        return group.entrySet().stream()
                .min(Comparator.comparingDouble(each -> value(each.getValue(), bytes, false)))
                .filter(each -> value(each.getValue(), bytes, false) < (1 - STABLE) * ofEnds)
                .map(each -> ", but " + Phrases.gbps(value(each.getValue(), bytes, false)) + " on " + each.getKey())
                .orElse("");
    }

    /** Returns the result at a size; NaN if there is none. */
    private static double value(Curve curve, long bytes, boolean isTime) {
        return curve.at(bytes).map(cell -> isTime ? MeasuredBest.time(cell) : MeasuredBest.bandwidth(cell))
                .filter(value -> value > 0).orElse(Double.NaN);
    }

    private static String name(Curve curve, int groups) {
        var subject = curve.subject();
        var row = (Phrases.settings(NamedValues.parse(subject.settings())) + " " + subject.gpu())
                .strip();
        var run = subject.run().length() > LONGEST_NAME
                ? subject.run().substring(0, LONGEST_NAME) + "…"
                : subject.run();
        var name = row.isEmpty() || groups == 1 || row.length() > LONGEST_NAME ? run : row;
        return subject.operation() == Operation.UNNAMED
                ? name.isEmpty() ? "it" : name
                : subject.operation().title() + (name.isEmpty() ? "" : " (" + name + ")");
    }

    private String sentence() {
        var dipped = changes.stream().filter(change -> !change.dip().isEmpty()).toList();
        if (!dipped.isEmpty()) {
            return dipped.stream().map(change -> Phrases.capital(change.name()) + " " + change.dip() + ".")
                    .collect(Collectors.joining(" "));
        }
        var where = unit.isEmpty()
                ? "From column " + from + " to column " + to
                : "From " + from + " to " + to + " " + unit;
        var ordered = changes.stream().sorted(Comparator.comparingDouble(Change::factor)).toList();
        var least = ordered.getFirst();
        var most = ordered.getLast();
        boolean falls = least.factor() < 1 - STABLE;
        boolean rises = most.factor() > 1 + STABLE;
        if (!falls && !rises) {
            double largest = changes.stream().mapToDouble(change -> Math.abs(change.factor() - 1)).max().orElse(0);
            return where + " " + (changes.size() == 1 ? least.name() + " stays" : "all " + changes.size() + " stay")
                    + " within " + Phrases.percent(largest) + ", " + (changes.size() == 1 ? "" : most.name + " ")
                    + "at "
                    + (most.isTime ? Phrases.time(most.last) : Phrases.gbps(most.last)) + least.low + ".";
        }
        // What becomes slower comes first.
        var first = falls && !least.isTime || !rises ? least : most;
        var second = first == least ? most : least;
        boolean alsoSecond = first == least ? rises : falls;
        var superlative = changes.size() > 1 ? first.words().replaceFirst(" from ", " most, from ") : first.words();
        var sentence = where + " " + superlative + first.step() + ".";
        if (changes.size() == 1) {
            return sentence;
        }
        if (alsoSecond) {
            return sentence + " " + Phrases.capital(second.words().replaceFirst(" from ", " most, from ")) + ".";
        }
        var others = changes.stream().filter(change -> change != first).mapToDouble(Change::factor).summaryStatistics();
        boolean stay = others.getMin() >= 1 - STABLE && others.getMax() <= 1 + STABLE;
        return sentence + (stay
                ? " The others stay within " + Phrases.percent(Math.max(1 - others.getMin(), others.getMax() - 1)) + "."
                : " " + Phrases.capital(second.words()) + ".");
    }
}
