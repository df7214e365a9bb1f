package org.gpucomm.server.convert;

import org.gpucomm.results.format.Entry;

/** What became of the lines of one file. */
final class Tally {

    private long rowLines;
    private long rows;
    private long notes;
    private long problems;

    void count(Entry entry) {
        switch (entry) {
            case Entry.Row row -> {
                rowLines++;
                rows += row.measurements().size();
            }
            case Entry.Note note -> notes += note.line() > 0 ? 1 : 0;
            case Entry.Problem problem -> problems += problem.line() > 0 ? 1 : 0;
        }
    }

    long rows() {
        return rows;
    }

    long problems() {
        return problems;
    }

    /** {@code 46 lines = 45 with rows + 1 note + 0 problems; 90 rows} */
    @Override
    public String toString() {
        return count(rowLines + notes + problems, "line") + " = " + rowLines + " with rows + " + count(notes, "note")
                + " + " + count(problems, "problem") + "; " + count(rows, "row");
    }

    private static String count(long n, String what) {
        return n + " " + what + (n == 1 ? "" : "s");
    }
}
