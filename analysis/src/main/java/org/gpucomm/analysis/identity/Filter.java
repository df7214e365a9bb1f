package org.gpucomm.analysis.identity;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.results.Measurement;
import org.jspecify.annotations.Nullable;

/**
 * Choice of measurements: with any of some values in each dimension, of some runs, of the uploads up to one of them, and of runs on some
 * days.
 *
 * @param values values by dimension, as in the tables; other dimensions are not restricted
 * @param runIds ids of runs in the HTTP interface; empty for all
 * @param until  sequence number of the last upload; null for all uploads
 * @param days   days on which the runs were made
 */
public record Filter(Map<Dimension, Set<Object>> values, Set<String> runIds, @Nullable Long until, Days days)
        implements
            Predicate<Measurement> {

    public static final Filter ALL = new Filter(Map.of(), Set.of());

    public static final String RUN = "run";
    public static final String UNTIL = "until";
    public static final String NONE = "none";
    private static final int MAX_VALUES = 1000;

    public Filter(Map<Dimension, Set<Object>> values, Set<String> runIds) {
        this(values, runIds, null, Days.ALL);
    }

    /** Reads request parameters, including the days {@code from} and {@code to}. @throws BadParameter as in {@link #of} */
    public static Filter withDays(Map<String, String[]> parameters, Set<String> others) {
        var all = new HashSet<>(others);
        all.addAll(List.of(Days.FROM, Days.TO));
        var filter = of(parameters, all);
        return new Filter(filter.values, filter.runIds, filter.until, Days.of(parameters));
    }

    /**
     * Reads request parameters.
     *
     * @param parameters parameters with all their values
     * @param others     names of further parameters of the request
     * @throws BadParameter for an unknown name, or an impossible value of a dimension
     */
    public static Filter of(Map<String, String[]> parameters, Set<String> others) {
        var values = new EnumMap<Dimension, Set<Object>>(Dimension.class);
        var runs = new LinkedHashSet<String>();
        Long until = null;
        for (var parameter : new LinkedHashMap<>(parameters).entrySet()) {
            var given = Stream.of(parameter.getValue()).filter(value -> !value.isEmpty()).toList();
            if (given.size() > MAX_VALUES) {
                throw new BadParameter(parameter.getKey() + " may be given at most " + MAX_VALUES + " times");
            }
            if (parameter.getKey().equals(RUN) && !others.contains(RUN)) {
                runs.addAll(given);
            } else if (parameter.getKey().equals(UNTIL)) {
                until = given.isEmpty() ? null : sequence(given.getFirst());
            } else if (!others.contains(parameter.getKey())) {
                var dimension = Dimension.named(parameter.getKey())
                        .orElseThrow(() -> unknown(parameter.getKey(), others));
                if (!given.isEmpty()) {
                    values.put(dimension, given.stream().map(value -> parsed(dimension, value))
                            .collect(Collectors.toCollection(LinkedHashSet::new)));
                }
            }
        }
        return new Filter(values, runs, until, Days.ALL);
    }

    public boolean restricts(Dimension dimension) {
        return values.containsKey(dimension);
    }

    /** Returns whether nothing is restricted except, perhaps, the uploads. */
    public boolean isOpen() {
        return values.isEmpty() && runIds.isEmpty();
    }

    /** Returns whether the filter may choose only some runs of one identity. */
    public boolean restrictsRuns() {
        return !runIds.isEmpty() || !days.isAll();
    }

    public Filter withUntil(@Nullable Long last) {
        return new Filter(values, runIds, last, days);
    }

    public Filter withRuns(Set<String> ids) {
        return new Filter(values, ids, until, days);
    }

    public Filter without(Dimension dimension) {
        var others = new LinkedHashMap<>(values);
        others.remove(dimension);
        return new Filter(others, runIds, until, days);
    }

    /** Returns whether a row is chosen by its own values. The tables check the circumstances of its run. */
    @Override
    public boolean test(Measurement measurement) {
        if (values.isEmpty()) {
            return true;
        }
        var head = CurveHead.of(measurement);
        var size = measurement.workload().messageSize();
        return values.entrySet().stream().allMatch(each -> !each.getKey().isOfRow() || each.getValue()
                .contains(each.getKey() == Dimension.bytes
                        ? Long.valueOf(size == null ? -1 : size.count())
                        : each.getKey().of(head)));
    }

    /** Returns whether a curve is chosen, regardless of its sizes. */
    public boolean matches(CurveHead head) {
        return against(head).isEmpty();
    }

    /** Returns the dimensions in which a curve is not chosen, regardless of its sizes. */
    public Set<Dimension> against(CurveHead head) {
        var against = EnumSet.noneOf(Dimension.class);
        for (var each : values.entrySet()) {
            if (each.getKey() != Dimension.bytes && !each.getValue().contains(each.getKey().of(head))) {
                against.add(each.getKey());
            }
        }
        return against;
    }

    public boolean matchesSize(long bytes) {
        var sizes = values.get(Dimension.bytes);
        return sizes == null || sizes.contains(bytes);
    }

    /** Returns whether the values of rows alone do not decide. */
    public boolean needsCircumstances() {
        return values.keySet().stream().anyMatch(dimension -> !dimension.isOfRow());
    }

    /** Returns the names of all dimensions. */
    public static List<String> names() {
        return Stream.of(Dimension.values()).map(Dimension::name).toList();
    }

    private static Object parsed(Dimension dimension, String value) {
        if (value.equals(NONE)) {
            return dimension.none();
        }
        var allowed = dimension.allowed();
        if (!allowed.isEmpty() && !allowed.contains(value)) {
            throw new BadParameter(dimension + " must be one of " + String.join(", ", allowed) + " or none, was '"
                    + value + "'");
        }
        return switch (dimension) {
            case ranks, nodes, bytes -> number(dimension.name(), value);
            default -> value;
        };
    }

    private static Long sequence(String value) {
        try {
            return Long.valueOf(value);
        } catch (NumberFormatException e) {
            throw new BadParameter(
                    UNTIL + " must be the number that an answer gave as data.until, was '" + value + "'");
        }
    }

    private static Long number(String name, String value) {
        try {
            return Long.valueOf(value);
        } catch (NumberFormatException e) {
            throw new BadParameter(name + " must be a whole number or none, was '" + value + "'");
        }
    }

    private static BadParameter unknown(String name, Set<String> others) {
        var known = new ArrayList<>(new HashSet<>(others));
        known.addAll(names());
        known.add(RUN);
        known.add(UNTIL);
        return new BadParameter("unknown parameter '" + name + "'; known are "
                + known.stream().sorted().collect(Collectors.joining(", ")));
    }
}
