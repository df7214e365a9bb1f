package org.gpucomm.results;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * What the settings of a measurement tell of single ranks. They differ from row to row, and so are no part of what was
 * measured: rows that differ in nothing else lie on one curve.
 *
 * @param rank     whose time the row is; empty where it is that of all
 * @param slowest  the rank that was the slowest in most iterations; empty where that is not known
 * @param times    µs of each process in order, the median over the iterations; empty where they are not known
 * @param places   host and device of each of these; empty where they are not known
 */
public record RankTimes(OptionalInt rank, OptionalInt slowest, List<Double> times, List<String> places) {

    /** {@code rank=3} */
    public static final String RANK = "rank";
    /** {@code slowest_rank=3} */
    public static final String SLOWEST = "slowest_rank";
    /** {@code process_us=18.01 18.05} */
    public static final String TIMES = "process_us";
    /** {@code process_on=node-0:0 node-0:1} */
    public static final String PLACES = "process_on";

    private static final Set<String> NAMES = Set.of(RANK, SLOWEST, TIMES, PLACES);
    private static final RankTimes NONE = new RankTimes(OptionalInt.empty(), OptionalInt.empty(), List.of(), List.of());

    public RankTimes {
        times = List.copyOf(times);
        places = List.copyOf(places);
    }

    public static RankTimes of(Measurement measurement) {
        var settings = measurement.settings();
        if (settings == null || NAMES.stream().noneMatch(name -> settings.contains(name + "="))) {
            return NONE;
        }
        var pairs = pairs(settings);
        var places = pairs.getOrDefault(PLACES, "");
        return new RankTimes(number(pairs.get(RANK)), number(pairs.get(SLOWEST)),
                numbers(pairs.getOrDefault(TIMES, "")),
                places.isEmpty() ? List.of() : List.of(places.split(" ")));
    }

    /** The settings without those of single ranks; null where none are left. */
    public static @Nullable String without(@Nullable String settings) {
        if (settings == null || NAMES.stream().noneMatch(name -> settings.contains(name + "="))) {
            return settings;
        }
        var left = List.of(settings.split(";")).stream().filter(pair -> !NAMES.contains(nameOf(pair)))
                .collect(Collectors.joining(";"));
        return left.isEmpty() ? null : left;
    }

    private static String nameOf(String pair) {
        int equals = pair.indexOf('=');
        return equals < 0 ? pair : pair.substring(0, equals);
    }

    private static Map<String, String> pairs(String settings) {
        var pairs = new LinkedHashMap<String, String>();
        for (var pair : settings.split(";")) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                pairs.put(pair.substring(0, equals), pair.substring(equals + 1));
            }
        }
        return pairs;
    }

    private static OptionalInt number(@Nullable String text) {
        try {
            return text == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(text.strip()));
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
    }

    /** None at all where one is no number: their places would not fit. */
    private static List<Double> numbers(String text) {
        var numbers = new ArrayList<Double>();
        for (var word : text.isEmpty() ? new String[0] : text.split(" ")) {
            var number = Decimal.parse(word);
            if (number.isEmpty()) {
                return List.of();
            }
            numbers.add(number.get().doubleValue());
        }
        return numbers;
    }
}
