package org.gpucomm.server.catalog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.server.web.BadParameter;
import org.jspecify.annotations.Nullable;

/**
 * Which measurements are chosen: in each dimension any of some values, and of some runs.
 *
 * @param values  by dimension, in the tables' terms; a dimension that is not there is not restricted
 * @param runIds  ids of runs as in the interface; empty = all
 */
record Selection(Map<Dimension, Set<Object>> values, Set<String> runIds) {

    static final String RUN = "run";
    static final String NONE = "none";
    private static final int MAX_VALUES = 1000;

    /**
     * From request parameters.
     *
     * @param parameters each with all its values
     * @param others     names of further parameters that the request takes
     * @throws BadParameter for an unknown name, or a value that a dimension cannot have
     */
    static Selection of(Map<String, String[]> parameters, Set<String> others) {
        var values = new EnumMap<Dimension, Set<Object>>(Dimension.class);
        var runs = new LinkedHashSet<String>();
        for (var parameter : parameters.entrySet()) {
            var given = Stream.of(parameter.getValue()).filter(value -> !value.isEmpty()).toList();
            if (given.size() > MAX_VALUES) {
                throw new BadParameter(parameter.getKey() + " may be given at most " + MAX_VALUES + " times");
            }
            if (parameter.getKey().equals(RUN)) {
                runs.addAll(given);
            } else if (!others.contains(parameter.getKey())) {
                var dimension = Dimension.named(parameter.getKey())
                        .orElseThrow(() -> unknown(parameter.getKey(), others));
                if (!given.isEmpty()) {
                    values.put(dimension, given.stream().map(value -> parsed(dimension, value))
                            .collect(Collectors.toCollection(LinkedHashSet::new)));
                }
            }
        }
        return new Selection(values, runs);
    }

    boolean restricts(Dimension dimension) {
        return values.containsKey(dimension);
    }

    /** Whether the place is chosen, whatever the runs. */
    boolean matches(Place place) {
        return matchesAllBut(null, place);
    }

    /** Whether the place would be chosen if {@code free} were not restricted. */
    boolean matchesAllBut(@Nullable Dimension free, Place place) {
        for (var restriction : values.entrySet()) {
            if (restriction.getKey() != free && !restriction.getValue().contains(place.value(restriction.getKey()))) {
                return false;
            }
        }
        return true;
    }

    /** A condition on a column, to be joined by {@code and}; its values are added to {@code arguments}. */
    static String in(String column, Collection<?> anyOf, List<Object> arguments) {
        arguments.addAll(anyOf);
        return " and " + column + " in (" + "?, ".repeat(anyOf.size() - 1) + "?)";
    }

    /** Conditions on the columns of series {@code s} and on {@code table}'s ranks and message_bytes. */
    String condition(String table, List<Object> arguments) {
        var conditions = new StringBuilder();
        values.forEach((dimension, anyOf) -> conditions.append(in(
                dimension.isText() ? dimension.column() : table + "." + dimension.column(), anyOf, arguments)));
        return conditions.toString();
    }

    private static Object parsed(Dimension dimension, String value) {
        if (value.equals(NONE)) {
            return dimension.none();
        }
        return switch (dimension) {
            case operation -> Operation.ofId(value).map(Operation::id)
                    .orElseThrow(() -> notOneOf(dimension, value, Stream.of(Operation.values()).map(Operation::id)));
            case placement -> Placement.ofId(value).map(Placement::id).orElseThrow(
                    () -> notOneOf(dimension, value, Stream.of(Placement.values()).map(Placement::id)));
            case ranks, bytes -> number(dimension, value);
            default -> value;
        };
    }

    private static Long number(Dimension dimension, String value) {
        try {
            return Long.valueOf(value);
        } catch (NumberFormatException e) {
            throw new BadParameter(dimension + " must be a whole number or none, was '" + value + "'");
        }
    }

    private static BadParameter notOneOf(Dimension dimension, String value, Stream<String> allowed) {
        return new BadParameter(dimension + " must be one of " + allowed.collect(Collectors.joining(", "))
                + " or none, was '" + value + "'");
    }

    private static BadParameter unknown(String name, Set<String> others) {
        var known = new ArrayList<>(new HashSet<>(others));
        Stream.of(Dimension.values()).map(Dimension::name).forEach(known::add);
        known.add(RUN);
        return new BadParameter("unknown parameter '" + name + "'; known are "
                + known.stream().sorted().collect(Collectors.joining(", ")));
    }
}
