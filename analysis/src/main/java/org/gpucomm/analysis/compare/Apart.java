package org.gpucomm.analysis.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Operation;
import org.gpucomm.analysis.compare.Comparison.Key;

/** Reason why two sides have no place in common: the dimensions in which they share no value. */
final class Apart {

    private static final int MOST = 3;

    private Apart() {}

    /** Returns the reasons, for example {@code A is on 8 ranks, B on 16}. */
    static String of(Collection<Key> a, Collection<Key> b) {
        if (a.isEmpty() || b.isEmpty()) {
            return (a.isEmpty() ? "A" : "B") + " has none with a time; gpucomm explain sets both side by side";
        }
        var reasons = new ArrayList<String>();
        reason(reasons, a, b, "has", key -> Operation.ofId(key.what()).map(Operation::title).orElse(key.what()));
        reason(reasons, a, b, "is", Apart::placement);
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
            reasons.add("A is on " + ranks(a, " ranks", " of ranks") + ", B on " + ranks(b, "", ""));
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
