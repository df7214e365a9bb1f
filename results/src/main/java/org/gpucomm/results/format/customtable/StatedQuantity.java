package org.gpucomm.results.format.customtable;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Quantity and unit of all numbers of a table, as a line above it says: {@code latency (all times in us)}, {@code Bus bandwidth [GB/s]}.
 */
record StatedQuantity(Meaning meaning, Unit unit) {

    private static final Pattern TIME = Pattern.compile(
            "(?i)\\b(?:times?|latency|latencies|durations?)\\b(?:[^|(\\[]{0,40}(?:[(\\[]|\\bin )|,? )(\u00b5s|\u03bcs|us|usec|microseconds|ms|milliseconds|s|seconds)\\b");
    /** Statistic of times and their unit at the end of a line: {@code median CUDA event us:}. */
    private static final Pattern STATISTIC = Pattern
            .compile(
                    "(?i)\\b(median|p50|mean|average|avg)\\b[^|(\\[]{0,40}[ (\\[](\u00b5s|\u03bcs|us|usec|ms)[)\\]]?:?\\s*$");
    private static final Pattern BANDWIDTH = Pattern
            .compile("(?<![\\w.])(?<![\\d.] )([KMGkmg](?:i?B|b|bits?|bytes?)(?:/s(?:ec)?|ps))(?![\\w])");
    private static final Pattern BUS = Pattern.compile("(?i)\\bbus|busbw");

    /** Returns the quantity in the last of these lines that says one. */
    static Optional<StatedQuantity> said(List<String> above) {
        return above.reversed().stream().flatMap(line -> in(line).stream()).findFirst();
    }

    private static Optional<StatedQuantity> in(String text) {
        var line = text.replace('\uff08', '(').replace('\uff09', ')');
        var statistic = STATISTIC.matcher(line);
        if (statistic.find()) {
            boolean isMedian = statistic.group(1).equalsIgnoreCase("median")
                    || statistic.group(1).equalsIgnoreCase("p50");
            var meaning = isMedian ? Meaning.TIME_P50 : Meaning.TIME;
            return Unit.of(Unit.UnitKind.TIME, statistic.group(2)).map(unit -> new StatedQuantity(meaning, unit));
        }
        var time = TIME.matcher(line);
        if (time.find()) {
            return Unit.of(Unit.UnitKind.TIME, time.group(1)).map(unit -> new StatedQuantity(Meaning.TIME, unit));
        }
        var bandwidth = BANDWIDTH.matcher(line);
        var bus = BUS.matcher(line).find();
        var unit = bandwidth.find()
                ? Unit.of(Unit.UnitKind.BANDWIDTH, bandwidth.group(1))
                : line.toLowerCase(Locale.ROOT).contains("busbw")
                        ? Optional.of(Unit.GIGABYTES_PER_SECOND)
                        : Optional.<Unit>empty();
        return unit.map(each -> new StatedQuantity(bus ? Meaning.BUSBW : Meaning.ALGBW, each));
    }
}
