package org.gpucomm.analysis.evidence;

/**
 * Place of a measurement in its file, for a reader of a finding.
 *
 * @param run     id of the run on a server; name of the file without a server
 * @param ordinal 1-based number of the measurement in the run
 * @param source  name of the file
 * @param line    1-based line in the file
 */
public record RowRef(String run, long ordinal, String source, long line) implements Comparable<RowRef> {

    @Override
    public int compareTo(RowRef other) {
        int byRun = run.compareTo(other.run);
        return byRun != 0 ? byRun : Long.compare(ordinal, other.ordinal);
    }

    /** Returns the place as text, for example {@code all_reduce.log:38}. */
    @Override
    public String toString() {
        return source + ":" + line;
    }
}
