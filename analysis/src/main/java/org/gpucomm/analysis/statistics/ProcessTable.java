package org.gpucomm.analysis.statistics;

import java.util.List;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Spread between single processes with the same measurement on one host, from forty of one run and eighty of another. All small messages
 * of a process are slower or faster than those of another by much more than rounds of one set differ. The table applies if a side is one
 * process and nothing else is known. A test recomputes it from {@code data/h200}.
 */
final class ProcessTable {

    /** Degrees of freedom, as the numbers come from forty processes and more. */
    static final double DEGREES = 39;
    private static final double TWO_SIDED_95 = NormalDistribution.of(0, 1).inverseSurvivalProbability(0.025);
    private static final List<ProcessRow> LINES = read();

    private ProcessTable() {}

    /**
     * @param fromBytes smallest message size in bytes
     * @param forty     difference that 95 % of the pairs of forty processes stay below: 0.04 = 4 %;
     * @param eighty    same for eighty processes
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
     * @param bytes size; -1 if the operation has no message size
     */
    static double deviation(long bytes) {
        return apart(bytes) / (TWO_SIDED_95 * Math.sqrt(2));
    }

    /** Returns the logarithm of the factor within which 95 % of the pairs of processes are. @param bytes size; -1 if there is none */
    static double apart(long bytes) {
        long size = bytes < 0 ? Long.MAX_VALUE : Math.max(1, bytes);
        return Math.log1p(LINES.stream().filter(line -> line.fromBytes() <= size).reduce((one, later) -> later)
                .orElseThrow().apart());
    }

    private static List<ProcessRow> read() {
        return NoiseTable.rows("processes.csv").stream().map(row -> new ProcessRow(
                Long.parseLong(row.get("from_bytes")), Double.parseDouble(row.get("forty_pct")) / 100,
                Double.parseDouble(row.get("eighty_pct")) / 100)).toList();
    }
}
