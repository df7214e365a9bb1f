package org.gpucomm.cli.convert;

import org.gpucomm.results.format.Entry;

/** Counts of the lines of a log or an archive by kind of entry. An entry with line 0 belongs to no line. */
final class LineCounts {

    private long rowLines;
    private long rows;
    private long notes;
    private long problems;
    private long problemsOfNoLine;

    void count(Entry entry) {
        switch (entry) {
            case Entry.Row row -> {
                rowLines += row.line() > 0 ? 1 : 0;
                rows += row.measurements().size();
            }
            case Entry.Note note -> notes += note.line() > 0 ? 1 : 0;
            case Entry.Problem problem -> {
                problems += problem.line() > 0 ? 1 : 0;
                problemsOfNoLine += problem.line() > 0 ? 0 : 1;
            }
        }
    }

    void add(LineCounts other) {
        rowLines += other.rowLines;
        rows += other.rows;
        notes += other.notes;
        problems += other.problems;
        problemsOfNoLine += other.problemsOfNoLine;
    }

    long rows() {
        return rows;
    }

    long problems() {
        return problems + problemsOfNoLine;
    }

    /** Returns the counts as text: {@code 46 lines = 45 with rows + 1 note + 0 problems; 90 rows}. */
    @Override
    public String toString() {
        return count(rowLines + notes + problems, "line") + " = " + rowLines + " with rows + " + count(notes, "note")
                + " + " + count(problems, "problem") + "; " + count(rows, "row")
                + (problemsOfNoLine == 0 ? "" : "; " + count(problemsOfNoLine, "problem") + " besides");
    }

    private static String count(long n, String what) {
        return n + " " + what + (n == 1 ? "" : "s");
    }
}
