package org.gpucomm.analysis.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Operation;
import org.gpucomm.analysis.compare.Comparison.Key;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.rules.Phrases;

/**
 * Two sides without a common place, or without one of a large size, in words: the only dimension that separates them and what it costs, or
 * all dimensions.
 *
 * @param a         timed cells of A; the same for B
 * @param curvesOfA all curves of A, also those without times; the same for B
 */
record NoCommonPlace(Map<Key, Cell> a, Map<Key, Cell> b, List<Curve> curvesOfA, List<Curve> curvesOfB) {

    private static final int MOST = 3;
    /** Size in bytes from which bandwidths of unlike sizes say something about each other. */
    private static final long LARGE = 16 << 20;
    /** The same between two ends: programs measure 64 KiB by default. */
    private static final long MEDIUM = 64 << 10;
    private static final Set<Operation> ONE_WAY = EnumSet.of(Operation.SEND, Operation.READ, Operation.WRITE,
            Operation.PUT, Operation.GET);
    /** Relative difference from which another size is also reported, as the ratio of its factor to that at the largest size. */
    private static final double OTHERWISE = 1.1;

    /** Dimension that separates the sides: what A and B have in it, and the keys without it. */
    private record Separation(String ofA, String ofB, UnaryOperator<Key> without) {}

    /** Returns the cells of both sides above the sizes that both have, if these are small; empty if a side has no large ones. */
    static Optional<NoCommonPlace> above(NoCommonPlace all, Collection<Key> common) {
        long largest = common.stream().mapToLong(Key::bytes).max().orElse(0);
        var beyond = new NoCommonPlace(above(all.a, largest), above(all.b, largest), all.curvesOfA, all.curvesOfB);
        return largest > 0 && largest < MEDIUM && beyond.bestOfEach("", "").isPresent()
                ? Optional.of(beyond)
                : Optional.empty();
    }

    private static Map<Key, Cell> above(Map<Key, Cell> side, long bytes) {
        return side.entrySet().stream().filter(each -> each.getKey().bytes() > bytes)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Returns the text, for example {@code A and B have no measurement in common: 1 KiB to 4 KiB against 1 MiB to 1 GiB.} */
    String sentence(String nameOfA, String nameOfB) {
        var bandwidths = a.isEmpty() || b.isEmpty()
                ? OnlyBandwidths.sentence(curvesOfA, curvesOfB, nameOfA, nameOfB)
                : Optional.<String>empty();
        return bandwidths.or(() -> difference(nameOfA, nameOfB)).or(() -> bestOfEach(nameOfA, nameOfB))
                .orElseGet(() -> nameOfA + " and " + nameOfB
                        + " have no measurement in common: " + String.join("; ", reasons(nameOfA, nameOfB)) + ".");
    }

    /** Returns the best bandwidth of each side, if both measured large messages but share no size, or one operation each but not the same. */
    private Optional<String> bestOfEach(String nameOfA, String nameOfB) {
        boolean areSizesApart = Collections.disjoint(values(a.keySet(), Key::bytes), values(b.keySet(), Key::bytes));
        var ofA = best(a);
        var ofB = best(b);
        var operationsOfA = values(a.keySet(), NoCommonPlace::operation);
        var operationsOfB = values(b.keySet(), NoCommonPlace::operation);
        if (operationsOfA.size() != 1 || operationsOfB.size() != 1 || ofA.isEmpty() || ofB.isEmpty()) {
            return Optional.empty();
        }
        if (!operationsOfA.equals(operationsOfB)) {
            return Optional.of(nameOfA + " reaches " + ofA.get() + " (" + operationsOfA.first() + "), " + nameOfB + " "
                    + ofB.get() + " (" + operationsOfB.first() + "). They have no operation in common.");
        }
        return areSizesApart
                ? Optional.of(operationsOfA.first() + ": " + nameOfA + " reaches " + ofA.get() + ", " + nameOfB + " "
                        + ofB.get() + ". They have no large size in common.")
                : Optional.empty();
    }

    /** Returns, for example, {@code 232 GB/s at 10 GiB}; empty if a cell has no bandwidth, or none is of a large message. */
    private static Optional<String> best(Map<Key, Cell> side) {
        // A collective without a bus bandwidth cannot be compared.
        ToDoubleFunction<Map.Entry<Key, Cell>> bandwidth = each -> isCollective(each.getKey())
                ? each.getValue().busbw().orElse(0)
                : each.getValue().algbw().orElse(0);
        return side.entrySet().stream()
                .allMatch(each -> each.getValue().bytes() > 0 && bandwidth.applyAsDouble(each) > 0)
                        ? side.entrySet().stream()
                                .filter(each -> each.getValue()
                                        .bytes() >= (isCollective(each.getKey()) ? LARGE : MEDIUM))
                                .max(Comparator.comparingDouble(bandwidth))
                                .map(each -> Phrases.gbps(bandwidth.applyAsDouble(each)) + " at "
                                        + Phrases.size(each.getValue().bytes()))
                        : Optional.empty();
    }

    private static boolean isCollective(Key key) {
        return Operation.ofId(key.what()).filter(operation -> operation.busFactor(2).isEmpty()).isEmpty();
    }

    /** Returns the difference in bandwidth or time at the sizes that both have, if one dimension alone separates the sides. */
    private Optional<String> difference(String nameOfA, String nameOfB) {
        if (reasons(nameOfA, nameOfB).size() != 1) {
            return Optional.empty();
        }
        return separations().findFirst().flatMap(separation -> {
            var pairs = pairs(separation);
            boolean areBandwidths = pairs.stream().allMatch(Pair::hasBandwidth);
            // Times on other numbers of ranks are of other work.
            return pairs.isEmpty() || !areBandwidths && pairs.stream().anyMatch(Pair::isOnOtherRanks)
                    ? Optional.empty()
                    : Optional.of(said(nameOfA + " " + separation.ofA, nameOfB + " " + separation.ofB, pairs,
                            areBandwidths));
        });
    }

    private static String said(String a, String b, List<Pair> pairs, boolean areBandwidths) {
        var largest = pairs.stream().max(Comparator.comparingLong((Pair pair) -> pair.key.bytes())
                .thenComparing(pair -> Math.abs(Math.log(pair.factor(areBandwidths))))).orElseThrow();
        var operation = pairs.stream().map(pair -> pair.key.what()).distinct().count() > 1
                ? NoCommonPlace.operation(largest.key) + ": "
                : "";
        var size = largest.key.bytes() < 0 ? "" : " at " + Phrases.size(largest.key.bytes());
        double factor = largest.factor(areBandwidths);
        if (Math.abs(factor - 1) <= Comparison.INDIFFERENT) {
            return operation + a + " and " + b + ": the same within " + Ratio.percent(Comparison.INDIFFERENT) + size
                    + " ("
                    + largest.value(true, areBandwidths) + " and " + largest.value(false, areBandwidths) + ")"
                    + elsewhere(pairs, largest, areBandwidths, false) + ".";
        }
        boolean isOfA = factor > 1;
        return operation + (isOfA ? a : b) + (areBandwidths ? " reaches " : " takes ")
                + largest.value(isOfA, areBandwidths) + size
                + ", " + worse(isOfA ? factor : 1 / factor, areBandwidths) + (isOfA ? b : a) + " ("
                + largest.value(!isOfA, areBandwidths) + ")" + elsewhere(pairs, largest, areBandwidths, isOfA) + ".";
    }

    /** Returns how the slower side does at the size at which the factor is most unlike that at the largest size. */
    private static String elsewhere(List<Pair> pairs, Pair largest, boolean areBandwidths, boolean isOfA) {
        UnaryOperator<Double> slowdown = factor -> isOfA ? factor : 1 / factor;
        double here = slowdown.apply(largest.factor(areBandwidths));
        return pairs.stream()
                .filter(pair -> pair.key.bytes() >= FewRuns.SMALL.count()
                        && pair.key.curve().equals(largest.key.curve()))
                .max(Comparator.comparingDouble(
                        pair -> Math.abs(Math.log(slowdown.apply(pair.factor(areBandwidths)) / here))))
                .filter(pair -> Math.abs(Math.log(slowdown.apply(pair.factor(areBandwidths)) / here)) > Math
                        .log(OTHERWISE))
                .map(pair -> {
                    double factor = slowdown.apply(pair.factor(areBandwidths));
                    var at = "; at " + Phrases.size(pair.key.bytes()) + " ";
                    return Math.abs(factor - 1) <= Comparison.INDIFFERENT
                            ? at + "both are the same"
                            : at + amount(factor, areBandwidths);
                }).orElse("");
    }

    private static String amount(double factor, boolean areBandwidths) {
        return areBandwidths
                ? factor > 1
                        ? Ratio.percent(1 - 1 / factor) + " less"
                        : 1 / factor >= Ratio.FACTOR
                                ? Ratio.number(1 / factor, 1 / factor) + " times as much"
                                : Ratio.percent(1 / factor - 1) + " more"
                : factor >= Ratio.FACTOR
                        ? Ratio.number(factor, factor) + " times as long"
                        : factor > 1
                                ? Ratio.percent(factor - 1) + " longer"
                                : Ratio.percent(1 - factor) + " less";
    }

    private static String worse(double factor, boolean areBandwidths) {
        return amount(factor, areBandwidths) + (!areBandwidths && factor >= Ratio.FACTOR ? " as " : " than ");
    }

    /**
     * Cells of both sides that differ in one dimension only.
     *
     * @param key key without this dimension
     */
    private record Pair(Key key, Key keyOfA, Cell a, Key keyOfB, Cell b) {

        boolean hasBandwidth() {
            return Stream.of(a, b).allMatch(cell -> cell.busbw().isPresent() && cell.busbw().getAsDouble() > 0);
        }

        boolean isOnOtherRanks() {
            return keyOfA.ranks() != keyOfB.ranks();
        }

        /** Returns the factor by which A is slower. */
        double factor(boolean areBandwidths) {
            return areBandwidths
                    ? b.busbw().orElseThrow() / a.busbw().orElseThrow()
                    : a.time().orElseThrow() / b.time().orElseThrow();
        }

        String value(boolean isOfA, boolean areBandwidths) {
            var cell = isOfA ? a : b;
            return areBandwidths
                    ? Phrases.gbps(cell.busbw().orElseThrow())
                    : Phrases.time(cell.time().orElseThrow());
        }
    }

    private List<Pair> pairs(Separation separation) {
        var ofA = fastest(a, separation);
        var ofB = fastest(b, separation);
        var pairs = new ArrayList<Pair>();
        ofA.forEach((key, one) -> Optional.ofNullable(ofB.get(key))
                .ifPresent(other -> pairs.add(new Pair(key, one.getKey(), one.getValue(), other.getKey(),
                        other.getValue()))));
        return pairs;
    }

    private static Map<Key, Map.Entry<Key, Cell>> fastest(Map<Key, Cell> side, Separation separation) {
        BinaryOperator<Map.Entry<Key, Cell>> faster = BinaryOperator
                .minBy(Comparator.comparingDouble(each -> each.getValue().time().orElseThrow()));
        var fastest = new HashMap<Key, Map.Entry<Key, Cell>>();
        side.entrySet().forEach(each -> fastest.merge(separation.without.apply(each.getKey()), each, faster));
        return fastest;
    }

    /** Returns the dimensions in which the sides share no value and of which the result can be compared all the same. */
    private Stream<Separation> separations() {
        return Stream.of(
                separation(Key::ranks, NoCommonPlace::ranks, key -> key.onRanks(0)),
                separation(Key::what, NoCommonPlace::inWords, key -> key.of(Operation.UNNAMED))
                        .filter(_ -> areOfOneSide()),
                separation(Key::datatype, type -> "with " + type, key -> key.ofDatatype("")),
                separation(Key::which, which -> "at best", key -> key.of("")))
                .flatMap(Optional::stream);
    }

    private static String inWords(String operation) {
        return "by " + Operation.ofId(operation).map(Operation::title).orElse(operation);
    }

    /** Returns whether all operations move the same bytes from one process to another, so that their speeds can be compared. */
    private boolean areOfOneSide() {
        return Stream.of(a, b).flatMap(side -> side.keySet().stream())
                .allMatch(key -> Operation.ofId(key.what()).filter(ONE_WAY::contains).isPresent());
    }

    private <T extends Comparable<T>> Optional<Separation> separation(Function<Key, T> part,
            Function<T, String> words, UnaryOperator<Key> without) {
        var ofA = values(a.keySet(), part);
        var ofB = values(b.keySet(), part);
        var one = ofA.stream().map(words).distinct().toList();
        var other = ofB.stream().map(words).distinct().toList();
        return Collections.disjoint(ofA, ofB) && one.size() == 1 && other.size() == 1
                ? Optional.of(new Separation(one.getFirst(), other.getFirst(), without))
                : Optional.empty();
    }

    private static String ranks(int ranks) {
        return ranks > 0 ? "on " + ranks + " ranks" : "on an unknown number of ranks";
    }

    private List<String> reasons(String nameOfA, String nameOfB) {
        if (a.isEmpty() || b.isEmpty()) {
            return List.of((a.isEmpty() ? nameOfA : nameOfB)
                    + " has none with a time; gpucomm explain sets both side by side");
        }
        var reasons = new ArrayList<String>();
        reason(reasons, "", NoCommonPlace::operation);
        reason(reasons, "", NoCommonPlace::placement);
        reason(reasons, "problems of ", Key::problem);
        reason(reasons, "", Key::datatype);
        reason(reasons, "reduction by ", Key::redop);
        reason(reasons, "", Key::which);
        var ranksOfA = values(a.keySet(), Key::ranks);
        var ranksOfB = values(b.keySet(), Key::ranks);
        if (Collections.disjoint(ranksOfA, ranksOfB)) {
            reasons.add(ranks(ranksOfA, " ranks", " of ranks") + " against " + ranks(ranksOfB, "", ""));
        }
        var sizesOfA = values(a.keySet(), Key::bytes);
        var sizesOfB = values(b.keySet(), Key::bytes);
        if (Collections.disjoint(sizesOfA, sizesOfB)) {
            reasons.add(range(sizesOfA) + " against " + range(sizesOfB));
        }
        return reasons.isEmpty()
                ? List.of("not one operation at the same message size, ranks, placement and datatype")
                : reasons;
    }

    private void reason(List<String> reasons, String words, Function<Key, String> part) {
        var ofA = values(a.keySet(), part);
        var ofB = values(b.keySet(), part);
        if (Collections.disjoint(ofA, ofB)) {
            reasons.add(words + listed(ofA) + " against " + listed(ofB));
        }
    }

    private static String operation(Key key) {
        return Operation.ofId(key.what()).map(Operation::title).orElse(key.what());
    }

    private static String placement(Key key) {
        return key.placement().equals("null") ? "of no known placement" : key.placement().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns numbers of ranks as text; 0 is an unknown number.
     *
     * @param unit   text after known numbers
     * @param ofUnit text after unknown ones
     */
    private static String ranks(TreeSet<Integer> ranks, String unit, String ofUnit) {
        var known = new TreeSet<>(ranks.tailSet(1));
        return (known.isEmpty() ? "" : listed(known) + unit + (known.size() < ranks.size() ? " or " : ""))
                + (known.size() < ranks.size() ? "an unknown number" + ofUnit : "");
    }

    private static <T extends Comparable<T>> TreeSet<T> values(Collection<Key> keys, Function<Key, T> part) {
        return keys.stream().map(part).collect(Collectors.toCollection(TreeSet::new));
    }

    private static String listed(TreeSet<?> values) {
        var shown = values.stream().limit(MOST).map(value -> String.valueOf(value).isEmpty() ? "none named" : value)
                .map(String::valueOf).collect(Collectors.joining(", "));
        return values.size() > MOST ? shown + " and " + (values.size() - MOST) + " more" : shown;
    }

    private static String range(TreeSet<Long> sizes) {
        if (sizes.first() < 0) {
            return "no message sizes";
        }
        var first = new Bytes(sizes.first()).toString();
        return sizes.size() == 1 ? first : first + " to " + new Bytes(sizes.last());
    }
}
