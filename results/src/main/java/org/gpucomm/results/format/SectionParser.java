package org.gpucomm.results.format;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.Entry.Fact;
import org.jspecify.annotations.Nullable;

/**
 * Parser of a section whose rows stand alone, one per line. Opens the section, makes entries of lines, and reports at the end that the
 * section has no rows, or what failed in it.
 */
public abstract class SectionParser implements Format.Parser {

    /** Detail of the flag of a section that ended before its first row. */
    public static final String NO_ROWS = "the section has no rows";

    /** Reason for a header with columns that no version of the program prints. */
    static final String UNKNOWN_COLUMNS = "columns that are not known here, so that their cells are left out: ";

    private final Log log;
    private final int section;
    private final FailureLines failing = new FailureLines();
    private @Nullable String wrongData;
    private boolean rows;

    protected SectionParser(Log log) {
        this.log = log;
        this.section = log.begin();
    }

    @Override
    public List<Entry> end() {
        var flags = new ArrayList<Fact>();
        if (wrongData != null) {
            flags.add(Fact.flag(Flag.WRONG_DATA, wrongData));
        }
        if (!rows) {
            flags.add(Fact.flag(Flag.INCOMPLETE, NO_ROWS));
        }
        return ending(flags);
    }

    protected final Log log() {
        return log;
    }

    /** Returns whether a row was read: a banner or header after it belongs to the next section. */
    protected final boolean hasRows() {
        return rows;
    }

    /** Returns a note about the section as a whole. */
    protected final Entry noteOfSection(Fact... facts) {
        return new Entry.Note(0, section, List.of(facts));
    }

    protected final Entry note(Line line, Fact... facts) {
        return new Entry.Note(line.number(), section, List.of(facts));
    }

    protected final Entry note(Line line, List<Fact> facts) {
        return new Entry.Note(line.number(), section, facts);
    }

    /**
     * Returns a note about a row of a matrix that shows which devices access one another's memory directly, with a fact for each pair that
     * does not.
     *
     * @param columns numbers of the devices of the columns
     * @param cells   number of the device of the row, then 1 or 0 for each column
     */
    protected final Entry ofAccess(Line line, List<String> columns, List<String> cells) {
        // Each pair stands twice in the matrix.
        return note(line, IntStream
                .range(columns.indexOf(cells.getFirst()) + 1, Math.min(columns.size(), cells.size() - 1))
                .filter(i -> cells.get(i + 1).equals("0"))
                .mapToObj(i -> new Fact(Fact.NO_ACCESS, cells.getFirst() + "-" + columns.get(i))).toList());
    }

    /** Returns the entry for a header: a problem if it has unknown columns, which are left out. @param known test of column names */
    protected final Entry header(Line line, List<String> columns, Predicate<String> known) {
        var unknown = columns.stream().filter(known.negate()).map(name -> "'" + name + "'").toList();
        return unknown.isEmpty()
                ? note(line)
                : problem(line, UNKNOWN_COLUMNS + String.join(", ", unknown));
    }

    protected static Entry problem(Line line, String reason) {
        return Entry.Problem.of(line, reason);
    }

    /** Takes a line that reports the failure of the run. */
    protected final Entry failed(Line line) {
        return failing.reported(line, section, log);
    }

    /** Returns how the run failed, in the words of the log; null if it did not. */
    protected final @Nullable String failure() {
        return failing.words();
    }

    /** Returns a note about the section with these flags and facts; nothing if there are none. */
    protected final List<Entry> ending(List<Fact> flags) {
        return flags.isEmpty() ? List.of() : List.of(new Entry.Note(0, section, flags));
    }

    /** Takes a line with which the program reports wrong data; the flag of the run quotes the line. */
    protected final Entry wrongData(Line line) {
        if (wrongData == null) {
            wrongData = FailureLines.says(line.number(), line.text()) + log.before(line);
        }
        return FailureLines.note(line, section);
    }

    /**
     * Returns the row of these measurements; a note if there are none; a problem if {@code measurements} throws IllegalArgumentException,
     * with its message as the reason.
     */
    protected final Entry row(Line line, Supplier<List<Measurement>> measurements) {
        try {
            var all = measurements.get();
            rows |= !all.isEmpty();
            return all.isEmpty() ? note(line) : new Entry.Row(line.number(), all);
        } catch (IllegalArgumentException e) {
            return problem(line, String.valueOf(e.getMessage()));
        }
    }

    protected final Measurement measurement(Stack stack, Platform platform, Workload workload, Outcome outcome,
            NamedValues settings) {
        return new Measurement(log.source(), section, stack, platform, workload, outcome, null, settings);
    }
}
