package org.gpucomm.results.format.nvshmem;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The columns of a table, as named in its header.
 *
 * @param meanings meanings of the columns, in order
 * @param names    names in the header; a scope or a pair of PEs for the columns of one
 */
record NvshmemColumns(List<Meaning> meanings, List<String> names) {

    enum Meaning {
        SIZE,
        /** The first column of a barrier's table, which does not count a message. */
        THREADS,
        COUNT,
        TYPE,
        REDOP,
        SCOPE,
        TIME,
        TIME_MIN,
        TIME_MAX,
        /** GB/s */
        BANDWIDTH,
        ALGBW,
        BUSBW,
        /** Messages or operations per second, in millions. */
        RATE,
        /** Number of repetitions that the program was asked for. */
        REPETITIONS,
        /** A number without a column in the results: deviations, extremes of a bandwidth. */
        OTHER;

        /** Returns whether text other than a number in this column is damage. */
        boolean isChecked() {
            return switch (this) {
                case COUNT, TIME, TIME_MIN, TIME_MAX, BANDWIDTH, ALGBW, BUSBW, RATE -> true;
                case SIZE, THREADS, TYPE, REDOP, SCOPE, REPETITIONS, OTHER -> false;
            };
        }
    }

    /** A name with its unit; {@code BW (GB/sec)} and pairs of PEs contain spaces. */
    private static final Pattern NAME = Pattern
            .compile("PE \\d+ -> PE \\d+|[A-Za-z][\\w]*(?: ?\\([^()]*\\))?");

    static boolean isFlatHeader(String line) {
        return (line.startsWith("size") || line.startsWith("Size") || line.startsWith("  ")) && flat(line).isPresent();
    }

    /** Returns columns divided by white space; empty if the line is not a header or has a name that no version prints. */
    static Optional<NvshmemColumns> flat(String line) {
        if (line.length() > 2000 || !line.stripLeading().regionMatches(true, 0, "size", 0, 4)
                || line.indexOf('(') < 0) {
            return Optional.empty();
        }
        var names = new ArrayList<String>();
        var found = NAME.matcher(line);
        int end = 0;
        while (found.find()) {
            if (!line.substring(end, found.start()).isBlank()) {
                return Optional.empty();
            }
            names.add(found.group());
            end = found.end();
        }
        return line.substring(end).isBlank() ? of(names) : Optional.empty();
    }

    /** Returns the columns of a table with bars, where the unit follows the name without parentheses. */
    static Optional<NvshmemColumns> boxed(List<String> cells) {
        return of(cells.stream().map(cell -> cell.replaceFirst("^(\\S+)\\s+([^\\s()]+)$", "$1 ($2)")).toList());
    }

    boolean has(Meaning meaning) {
        return meanings.contains(meaning);
    }

    /** Returns the name of a column's metric with its unit, for example {@code stddev_us}; empty if the column is not a metric. */
    String metric(int column) {
        var meaning = meanings.get(column);
        if (meaning != Meaning.RATE && meaning != Meaning.OTHER) {
            return "";
        }
        var name = names.get(column).replace(" ", "");
        int unit = name.indexOf('(');
        return name.substring(0, unit).toLowerCase(Locale.ROOT) + "_"
                + unit(name.substring(unit + 1, name.length() - 1));
    }

    /** Returns the spelling of a unit in names of metrics. */
    static String unit(String printed) {
        return switch (printed.toLowerCase(Locale.ROOT)) {
            case "gb/sec", "gb/s", "gb" -> "GBps";
            case "mmps" -> "Mmps";
            case "mops", "mops/s" -> "Mops";
            default -> printed;
        };
    }

    private static Optional<NvshmemColumns> of(List<String> names) {
        var meanings = new ArrayList<Meaning>();
        for (var name : names) {
            var meaning = meaning(name.toLowerCase(Locale.ROOT).replace(" ", ""));
            if (meaning.isEmpty()) {
                return Optional.empty();
            }
            meanings.add(meaning.get());
        }
        boolean sized = !meanings.isEmpty()
                && (meanings.getFirst() == Meaning.SIZE || meanings.getFirst() == Meaning.THREADS);
        boolean measures = meanings.contains(Meaning.TIME) || meanings.contains(Meaning.BANDWIDTH)
                || meanings.contains(Meaning.RATE);
        return sized && measures ? Optional.of(new NvshmemColumns(meanings, List.copyOf(names))) : Optional.empty();
    }

    private static Optional<Meaning> meaning(String name) {
        return Optional.ofNullable(switch (name) {
            case "size(b)", "size(bytes)" -> Meaning.SIZE;
            case "threadsperblock", "threads(perblock)" -> Meaning.THREADS;
            case "count" -> Meaning.COUNT;
            case "type" -> Meaning.TYPE;
            case "redop" -> Meaning.REDOP;
            case "scope" -> Meaning.SCOPE;
            case "latency(us)", "time(us)", "usec_per_op(us)", "usec_per_step(us)", "thread(us)", "warp(us)",
                    "block(us)" ->
                Meaning.TIME;
            case "min_lat(us)", "min(us)" -> Meaning.TIME_MIN;
            case "max_lat(us)", "max(us)" -> Meaning.TIME_MAX;
            case "bw(gb/sec)", "bw(gb/s)", "bandwidth(gb)", "bandwidth(gb/s)", "bandwidth(gb/sec)" ->
                Meaning.BANDWIDTH;
            case "algbw(gb/s)" -> Meaning.ALGBW;
            case "busbw(gb/s)" -> Meaning.BUSBW;
            case "repetitions" -> Meaning.REPETITIONS;
            default -> unusual(name);
        });
    }

    private static @Nullable Meaning unusual(String name) {
        if (name.startsWith("pe") && name.contains("->")) {
            return Meaning.BANDWIDTH;
        }
        if (name.endsWith("(mmps)") || name.endsWith("(mops)") || name.endsWith("(mops/s)")) {
            return name.startsWith("stddev") || name.startsWith("min") || name.startsWith("max")
                    ? Meaning.OTHER
                    : Meaning.RATE;
        }
        return name.matches("(stddev|min|max)\\([a-z/]+\\)") ? Meaning.OTHER : null;
    }
}
