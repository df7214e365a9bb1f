package org.gpucomm.analysis.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Operation;
import org.gpucomm.analysis.compare.Comparison.Key;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.rules.Phrases;

/** Reason why two sides have no place in common: the dimensions in which they share no value. */
final class NoCommonPlace {

    private static final int MOST = 3;
    private static final String RANKS = "A is on ";

    private NoCommonPlace() {}

    /** Returns the reasons, for example {@code A is on 8 ranks, B on 16}, and both bandwidths if nothing else differs. */
    static String of(Map<Key, Cell> a, Map<Key, Cell> b) {
        var reason = reasons(a.keySet(), b.keySet());
        return reason + (reason.startsWith(RANKS) ? bandwidths(a, b) : "");
    }

    /** Returns the bus bandwidths at the largest size that both sides have, which numbers of ranks do not keep from being compared. */
    private static String bandwidths(Map<Key, Cell> a, Map<Key, Cell> b) {
        if (values(a.keySet(), Key::ranks).size() > 1 || values(b.keySet(), Key::ranks).size() > 1) {
            return "";
        }
        var ofB = new HashMap<Key, Cell>();
        b.forEach((key, cell) -> ofB.put(key.onRanks(0), cell));
        return a.entrySet().stream()
                .filter(each -> each.getValue().busbw().isPresent() && ofB.containsKey(each.getKey().onRanks(0))
                        && ofB.get(each.getKey().onRanks(0)).busbw().isPresent())
                .max(Comparator.comparingLong(each -> each.getKey().bytes())).map(each -> {
                    double one = each.getValue().busbw().getAsDouble();
                    double other = ofB.get(each.getKey().onRanks(0)).busbw().getAsDouble();
                    return "; busbw at " + Phrases.size(each.getKey().bytes()) + " is " + Phrases.gbps(one) + " and "
                            + Phrases.gbps(other);
                }).orElse("");
    }

    private static String reasons(Collection<Key> a, Collection<Key> b) {
        if (a.isEmpty() || b.isEmpty()) {
            return (a.isEmpty() ? "A" : "B") + " has none with a time; gpucomm explain sets both side by side";
        }
        var reasons = new ArrayList<String>();
        reason(reasons, a, b, "has", key -> Operation.ofId(key.what()).map(Operation::title).orElse(key.what()));
        reason(reasons, a, b, "is", NoCommonPlace::placement);
        reason(reasons, a, b, "has problems of", Key::problem);
        reason(reasons, a, b, "has", Key::datatype);
        reason(reasons, a, b, "reduces by", Key::redop);
        reason(reasons, a, b, "has", Key::which);
        ranks(reasons, values(a, Key::ranks), values(b, Key::ranks));
        sizes(reasons, values(a, Key::bytes), values(b, Key::bytes));
        return reasons.isEmpty()
                ? "not one operation at the same message size, ranks, placement and datatype"
                : String.join("; ", reasons);
    }

    private static void reason(List<String> reasons, Collection<Key> a, Collection<Key> b, String verb,
            Function<Key, String> part) {
        var ofA = values(a, part);
        var ofB = values(b, part);
        if (Collections.disjoint(ofA, ofB)) {
            reasons.add("A " + verb + " " + listed(ofA) + ", B " + listed(ofB));
        }
    }

    private static String placement(Key key) {
        return key.placement().equals("null") ? "of no known placement" : key.placement().toLowerCase(Locale.ROOT);
    }

    private static void ranks(List<String> reasons, TreeSet<Integer> a, TreeSet<Integer> b) {
        if (Collections.disjoint(a, b)) {
            reasons.add(RANKS + ranks(a, " ranks", " of ranks") + ", B on " + ranks(b, "", ""));
        }
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

    private static void sizes(List<String> reasons, TreeSet<Long> a, TreeSet<Long> b) {
        if (Collections.disjoint(a, b)) {
            reasons.add("A has " + range(a) + ", B " + range(b));
        }
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
