package org.gpucomm.results.format.nvshmem;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Micros;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * A machine-readable row: {@code &&&& PERF job___label___size__1024___BW 0.537018 +GB/sec}. The sign shows whether more is better;
 * {@code PERF_STATS} covers several repetitions.
 *
 * @param unit     unit in lower case
 * @param settings number of repetitions, if there were several
 * @param metrics  spread of the repetitions
 */
record MachineLine(String job, String label, long size, Decimal value, String unit, @Nullable Decimal min,
        @Nullable Decimal max, NamedValues settings, NamedValues metrics) {

    private static final String NUMBER = "([-+]?\\d+\\.\\d{6})";
    private static final String NAME = "(?>(\\S+?)___)(?>(\\S*?)___size__)(\\d{1,18})___(\\S+)";
    private static final Pattern PERF = Pattern
            .compile("&&&& PERF " + NAME + " " + NUMBER + " [-+](\\S+)\\s*");
    private static final Pattern PERF_STATS = Pattern.compile("&&&& PERF_STATS " + NAME + " [-+](\\S+) mean=" + NUMBER
            + " stddev=(\\S+) min=" + NUMBER + " max=" + NUMBER + " repetitions=(\\d+)\\s*");

    /** Returns whether the line is one of these; nvbandwidth has similar lines without three underscores. */
    static boolean isOne(String line) {
        return line.startsWith("&&&&") && line.startsWith("PERF", line.startsWith("&&&& ") ? 5 : 4)
                && line.contains("___");
    }

    /** Returns the row; empty if the line is damaged. */
    static Optional<MachineLine> of(String line) {
        var one = PERF.matcher(line);
        if (one.matches() && isUnit(one.group(6))) {
            return Optional.of(new MachineLine(one.group(1), one.group(2), Long.parseLong(one.group(3)),
                    new Decimal(one.group(5)), one.group(6).toLowerCase(Locale.ROOT), null, null,
                    NamedValues.NONE, NamedValues.NONE));
        }
        var several = PERF_STATS.matcher(line);
        if (several.matches() && isUnit(several.group(5))) {
            return Optional.of(new MachineLine(several.group(1), several.group(2), Long.parseLong(several.group(3)),
                    new Decimal(several.group(6)), several.group(5).toLowerCase(Locale.ROOT),
                    new Decimal(several.group(8)), new Decimal(several.group(9)),
                    NamedValues.of("repetitions", several.group(10)), spread(several)));
        }
        return Optional.empty();
    }

    boolean isTime() {
        return unit.equals("us");
    }

    boolean isBandwidth() {
        return unit.startsWith("gb");
    }

    /** Returns the time or the bandwidth of the line. */
    Outcome outcome() {
        if (!isTime()) {
            return Outcome.of(null, Bandwidth.ofGigabytesPerSecond(value), null, null).withMetrics(metrics);
        }
        return new Outcome(Micros.of(value), Micros.ofNullable(min), null, null, Micros.ofNullable(max), null, null,
                null, null, null, null, metrics);
    }

    /** Returns the deviation, and for a bandwidth also the extremes, which have columns only for times. */
    private static NamedValues spread(Matcher line) {
        var unit = "_" + NvshmemColumns.unit(line.group(5));
        var deviation = NamedValues.of("stddev" + unit, line.group(7));
        return line.group(5).equals("us")
                ? deviation
                : deviation.with("min" + unit, line.group(8)).with("max" + unit, line.group(9));
    }

    private static boolean isUnit(String text) {
        return text.equals("us") || text.equalsIgnoreCase("GB/sec") || text.equalsIgnoreCase("GB/s")
                || text.equals("GB") || text.equals("MMPS") || text.equalsIgnoreCase("MOPS");
    }
}
