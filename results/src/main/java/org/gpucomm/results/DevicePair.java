package org.gpucomm.results;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The two devices, ranks or memories of a measurement: a cell of a matrix. Tools name the pair in their settings: {@code row} and
 * {@code column}, {@code from} and {@code to}, or {@code pair=0-1}, where the first acts on the second.
 *
 * @param row    name of the first device, as the tool prints it
 * @param column name of the second device, as the tool prints it
 * @param others settings without those that name the pair
 */
public record DevicePair(String row, String column, NamedValues others) {

    private static final String PAIR = "pair";
    private static final Pattern BOTH = Pattern.compile("([^-]+)-([^-]+)");
    private static final Pattern PARTS = Pattern.compile("(?<=\\d)(?=\\D)|(?<=\\D)(?=\\d)");

    /** Orders names naturally: runs of digits by value, everything else as text. */
    public static final Comparator<String> AS_COUNTED = DevicePair::compare;

    /** Returns the pair that the settings name; empty if they name none. */
    public static Optional<DevicePair> of(NamedValues settings) {
        var both = BOTH.matcher(settings.get(PAIR).orElse(""));
        if (both.matches()) {
            return Optional.of(new DevicePair(both.group(1), both.group(2), without(settings, PAIR, PAIR)));
        }
        return named(settings, "row", "column").or(() -> named(settings, "from", "to"));
    }

    /**
     * Returns the pair of a measurement: the one in its settings, otherwise the calling rank and its peer, the peer first for a receive;
     * empty if neither is known.
     */
    public static Optional<DevicePair> of(Measurement measurement) {
        var settings = measurement.settings();
        var metrics = measurement.outcome().metrics();
        return of(settings).or(() -> metrics.get(RankTimes.RANK).flatMap(rank -> metrics.get(RankTimes.PEER)
                .map(peer -> "recv".equals(measurement.workload().variant())
                        ? new DevicePair(peer, rank, settings)
                        : new DevicePair(rank, peer, settings))));
    }

    private static Optional<DevicePair> named(NamedValues settings, String row, String column) {
        return settings.get(row).filter(text -> !text.isEmpty())
                .flatMap(first -> settings.get(column).filter(text -> !text.isEmpty())
                        .map(second -> new DevicePair(first, second, without(settings, row, column))));
    }

    private static NamedValues without(NamedValues settings, String one, String other) {
        return settings.only(name -> !name.equals(one) && !name.equals(other));
    }

    private static int compare(String left, String right) {
        var these = PARTS.split(left);
        var those = PARTS.split(right);
        for (int i = 0; i < Math.min(these.length, those.length); i++) {
            boolean counts = isNumber(these[i]) && isNumber(those[i]);
            int order = counts
                    ? new BigInteger(these[i]).compareTo(new BigInteger(those[i]))
                    : these[i].compareTo(those[i]);
            if (order != 0) {
                return order;
            }
        }
        int order = Integer.compare(these.length, those.length);
        return order == 0 ? left.compareTo(right) : order;
    }

    private static boolean isNumber(String part) {
        return !part.isEmpty() && part.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
