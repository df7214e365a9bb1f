package org.gpucomm.analysis.statistics;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Spread between single processes that measure the same on one host, from forty of one run and eighty of another: small messages of one
 * are all slower or faster than those of another by much more than rounds of one set are. It holds where a side is one process and
 * nothing else says. A test computes the table again from {@code data/h200}.
 */
final class ProcessTable {

    /** As the numbers are of so many, not of a few. */
    static final double DEGREES = 39;
    private static final double TWO_SIDED_95 = NormalDistribution.of(0, 1).inverseSurvivalProbability(0.025);
    private static final List<ProcessRow> LINES = read();

    private ProcessTable() {}

    /**
     * @param fromBytes smallest message size that it is of
     * @param forty     95 % of the pairs of forty processes differ by less: 0.04 = 4 %; {@code eighty} of the others
     */
    record ProcessRow(long fromBytes, double forty, double eighty) {

        double apart() {
            return Math.max(forty, eighty);
        }
    }

    static List<ProcessRow> lines() {
        return LINES;
    }

    /**
     * Returns the standard deviation of the logarithm of one process's time.
     *
     * @param bytes -1 where the operation has no message size
     */
    static double deviation(long bytes) {
        return apart(bytes) / (TWO_SIDED_95 * Math.sqrt(2));
    }

    /** Returns the logarithm of the factor within which 95 % of the pairs of processes are. @param bytes likewise */
    static double apart(long bytes) {
        long size = bytes < 0 ? Long.MAX_VALUE : Math.max(1, bytes);
        return Math.log1p(LINES.stream().filter(line -> line.fromBytes() <= size).reduce((one, later) -> later)
                .orElseThrow().apart());
    }

    private static List<ProcessRow> read() {
        try (var in = Objects.requireNonNull(ProcessTable.class.getResourceAsStream("/analysis/processes.csv"));
                var rows = CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).setCommentMarker('#').get()
                        .parse(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return rows.stream().map(row -> new ProcessRow(Long.parseLong(row.get("from_bytes")),
                    Double.parseDouble(row.get("forty_pct")) / 100, Double.parseDouble(row.get("eighty_pct")) / 100))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
