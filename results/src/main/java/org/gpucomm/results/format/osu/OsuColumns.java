package org.gpucomm.results.format.osu;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.gpucomm.results.Decimal;
import org.gpucomm.results.format.Cells;

/**
 * The columns of a table, as named in its header.
 *
 * @param meanings meanings of the columns, in order
 */
record OsuColumns(List<Meaning> meanings) {

    enum Meaning {
        SIZE,
        TIME,
        TIME_MIN,
        TIME_MAX,
        TIME_P50,
        TIME_P99,
        MEGABYTES_PER_SECOND,
        ITERATIONS,
        VALIDATION,
        OVERLAP,
        /** A number without a column in the results: message rate, parts of a non-blocking call, other percentiles. */
        OTHER_NUMBER
    }

    private static final OsuColumns FULL = new OsuColumns(
            List.of(Meaning.SIZE, Meaning.TIME, Meaning.TIME_MIN, Meaning.TIME_MAX, Meaning.ITERATIONS));
    /** A name in a header with collapsed spaces, where a unit in parentheses ends a name. */
    private static final Pattern NAME = Pattern
            .compile("Size|Iterations|Validation|MB/s|Messages/s|[^()]{1,60}+\\([^)]{0,60}\\)");

    /** Returns whether the line is a header without a title above it: it has a comment mark and only names of OSU. */
    static boolean isHeader(String line) {
        var text = line.stripLeading();
        boolean telling = text.startsWith("#") && !text.contains("(B)")
                && (text.contains("(us)") || text.contains("MB/s"));
        return telling && of(line).isPresent();
    }

    /** Returns the columns; empty if the line is not a header. */
    static Optional<OsuColumns> of(String line) {
        var text = line.strip().replaceFirst("^#+", "").strip();
        var names = Cells.apart(text);
        if (names.stream().anyMatch(name -> name.startsWith("Size ") && !name.startsWith("Size (")
                || name.indexOf('(') != name.lastIndexOf('('))) {
            names = NAME.matcher(text).results().map(MatchResult::group).map(String::strip).toList();
        }
        var meanings = names.stream().map(OsuColumns::meaning).toList();
        boolean known = meanings.stream().allMatch(Optional::isPresent);
        var columns = new OsuColumns(meanings.stream().flatMap(Optional::stream).toList());
        return known && columns.measures() ? Optional.of(columns) : Optional.empty();
    }

    /**
     * Returns the columns for a row of {@code -f}, whose header some builds of 7.3 omit: mean, shortest and longest time and the
     * iterations. Returns these columns if the row has no more cells, or is not one of {@code -f}.
     */
    OsuColumns widenedTo(List<String> cells) {
        if (!meanings.equals(List.of(Meaning.SIZE, Meaning.TIME)) || cells.size() != FULL.meanings().size()
                || !Cells.isWhole(cells.getLast())) {
            return this;
        }
        var times = cells.subList(1, 4).stream().map(Decimal::parse).flatMap(Optional::stream)
                .mapToDouble(Decimal::doubleValue).toArray();
        return times.length == 3 && times[1] <= times[0] && times[0] <= times[2] ? FULL : this;
    }

    boolean hasSize() {
        return meanings.contains(Meaning.SIZE);
    }

    int indexOf(Meaning meaning) {
        return meanings.indexOf(meaning);
    }

    private boolean measures() {
        return meanings.contains(Meaning.TIME) || meanings.contains(Meaning.MEGABYTES_PER_SECOND);
    }

    private static Optional<Meaning> meaning(String name) {
        var lower = name.toLowerCase(Locale.ROOT).replace(" ", "");
        return switch (lower) {
            case "size", "messagesize", "size(bytes)", "size(b)", "#bytes" -> Optional.of(Meaning.SIZE);
            case "latency(us)", "avglatency(us)", "avglat(us)", "purecomm.(us)", "avgcomm.(us)" ->
                Optional.of(Meaning.TIME);
            case "minlatency(us)", "minlat(us)", "mincomm.(us)" -> Optional.of(Meaning.TIME_MIN);
            case "maxlatency(us)", "maxlat(us)", "maxcomm.(us)" -> Optional.of(Meaning.TIME_MAX);
            case "bandwidth(mb/s)", "mb/s", "avgbandwidth(mb/s)", "avgbw(mb/s)" ->
                Optional.of(Meaning.MEGABYTES_PER_SECOND);
            case "iterations" -> Optional.of(Meaning.ITERATIONS);
            case "validation" -> Optional.of(Meaning.VALIDATION);
            case "overlap(%)" -> Optional.of(Meaning.OVERLAP);
            default -> percentileOrOther(lower);
        };
    }

    private static Optional<Meaning> percentileOrOther(String lower) {
        if (lower.matches("p\\d+(\\.\\d+)?tail(lat|latency|bw|bandwidth)\\(.*\\)")) {
            boolean time = lower.endsWith("(us)");
            return Optional.of(time && lower.startsWith("p50tail")
                    ? Meaning.TIME_P50
                    : time && lower.startsWith("p99tail") ? Meaning.TIME_P99 : Meaning.OTHER_NUMBER);
        }
        boolean unit = lower.endsWith("(us)") || lower.endsWith("(%)") || lower.endsWith("(mb/s)")
                || lower.equals("messages/s") || lower.equals("threads") || lower.equals("transfers(ops/s)");
        return unit ? Optional.of(Meaning.OTHER_NUMBER) : Optional.empty();
    }
}
