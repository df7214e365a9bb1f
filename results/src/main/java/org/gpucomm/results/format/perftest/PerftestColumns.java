package org.gpucomm.results.format.perftest;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Decimal;

/**
 * The columns of a table, as named in its header; a name may contain a space: {@code BW average[Gb/sec]}.
 *
 * @param names names, in order
 */
record PerftestColumns(List<String> names) {

    private static final Pattern NAME = Pattern
            .compile("#\\w+|tps average|[A-Za-z0-9_.%]+(?: [A-Za-z0-9_.%]+)?\\s?\\[[^\\]]*]|\\S+");
    private static final Pattern HEADER = Pattern.compile("^\\s*#bytes\\s+(?:#\\w+\\s+)*#iterations\\s+\\S.*");
    private static final String AVERAGE = "BW average[";
    static final String MESSAGE_RATE = "MsgRate[Mpps]";

    static boolean isHeader(String line) {
        return line.indexOf("#iterations") >= 0 && HEADER.matcher(line).matches();
    }

    static PerftestColumns of(String header) {
        return new PerftestColumns(NAME.matcher(header).results().map(MatchResult::group).toList());
    }

    /** Returns the columns of a row: in handwritten notes, the header may lack the name of the message rate at its end. */
    PerftestColumns of(List<String> cells) {
        boolean oneShort = cells.size() == names.size() + 1 && names.getLast().startsWith(AVERAGE);
        return oneShort
                ? new PerftestColumns(Stream.concat(names.stream(), Stream.of(MESSAGE_RATE)).toList())
                : this;
    }

    int indexOf(String name) {
        return names.indexOf(name);
    }

    /** Returns the index of the bandwidth; -1 in tables of latencies. */
    int bandwidth() {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).startsWith(AVERAGE)) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Returns a bandwidth in the unit of its column. {@code MB/sec} has always meant 2²⁰ bytes: perftest renamed it to {@code MiB/sec} in
     * March 2024 without changing the numbers. Gb/sec is 10⁹ bits.
     */
    Bandwidth bandwidth(Decimal value) {
        var unit = names.get(bandwidth()).substring(AVERAGE.length()).replace("]", "");
        return switch (unit) {
            case "MB/sec", "MiB/sec" -> Bandwidth.ofMebibytesPerSecond(value);
            case "Gb/sec" -> Bandwidth.ofGigabitsPerSecond(value);
            default -> throw new IllegalArgumentException("the unit of the bandwidth is not known: " + unit);
        };
    }

    /** Returns the metric of a column; empty if the column is not a metric. */
    String metric(int column) {
        return switch (names.get(column)) {
            case MESSAGE_RATE -> "rate_Mpps";
            case "t_stdev[usec]" -> "stddev_us";
            case "99.9% percentile[usec]" -> "p99_9_us";
            default -> "";
        };
    }

    /** Returns whether the last column is MsgRate, whose numbers have six decimals; numbers of latencies have two. */
    boolean endsInMessageRate() {
        return names.getLast().startsWith("MsgRate");
    }
}
