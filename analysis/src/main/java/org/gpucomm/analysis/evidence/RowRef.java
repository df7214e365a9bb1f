package org.gpucomm.analysis.evidence;

/**
 * Place of a measurement in its file, so that a reader of a finding can look at it.
 *
 * @param run     id of the run on a server; the name of the file where there is none
 * @param ordinal 1-based number of the measurement in that run
 * @param source  name of the file
 * @param line    of that file, 1-based
 */
public record RowRef(String run, long ordinal, String source, long line) implements Comparable<RowRef> {

    @Override
    public int compareTo(RowRef other) {
        int byRun = run.compareTo(other.run);
        return byRun != 0 ? byRun : Long.compare(ordinal, other.ordinal);
    }

    /** {@code all_reduce.log:38} */
    @Override
    public String toString() {
        return source + ":" + line;
    }
}
