package org.gpucomm.results.format.ucx;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Meaning of the numbers in a row.
 *
 * @param percentile percentile of the second number: {@code 50.0}, or the one requested by {@code -R}
 * @param csv        whether the format is that of {@code -v}: cells between commas, without a word in front
 * @param unmarked   whether lines of progress and result both lack a word in front, as before version 1.10
 */
record UcxColumns(String percentile, boolean csv, boolean unmarked) {

    /** Columns of versions before 1.10, whose {@code typical} is the median. */
    static final UcxColumns OLD = new UcxColumns("50", false, true);

    private static final Pattern BOX = Pattern
            .compile(
                    "^\\s*\\|\\s*(?:(?:Stage|Test)\\s+\\|\\s+)?# iterations\\s+\\|(?:\\s*(?:([\\d.]+)%ile|(typical))\\s*\\|)?.*");
    private static final Pattern CSV = Pattern
            .compile(
                    "^(?:.*,)?iterations,([\\d.]+)_percentile_lat,avg_lat,overall_lat,avg_bw,overall_bw,avg_mr,overall_mr\\s*$");
    /** Iterations, percentile, average and overall time, average and overall bandwidth, average and overall message rate. */
    private static final List<String> ALL = List.of("iterations", "percentile", "average time", "time",
            "average bandwidth", "bandwidth", "average rate", "rate");
    /** Columns for several threads, for which only sums are printed. */
    private static final List<String> OF_THREADS = List.of("iterations", "time", "bandwidth", "rate");

    static boolean isHeader(String line) {
        return line.indexOf("iterations") >= 0 && (BOX.matcher(line).matches() || CSV.matcher(line).matches());
    }

    static UcxColumns of(String line) {
        var csv = CSV.matcher(line);
        if (csv.matches()) {
            return new UcxColumns(csv.group(1), true, false);
        }
        var box = BOX.matcher(line);
        if (box.matches() && box.group(2) != null) {
            return OLD;
        }
        return new UcxColumns(box.matches() && box.group(1) != null ? box.group(1) : "", false, false);
    }

    /** Returns the names of the numbers in a row. @throws IllegalArgumentException if no row has this many */
    static List<String> names(int numbers) {
        if (numbers == ALL.size()) {
            return ALL;
        }
        if (numbers == OF_THREADS.size()) {
            return OF_THREADS;
        }
        throw new IllegalArgumentException("expected 8 numbers, or 4 of several threads, found " + numbers);
    }
}
