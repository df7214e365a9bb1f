package org.gpucomm.results.format.nvshmem;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import org.gpucomm.results.format.Cells;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.FailureLines;
import org.gpucomm.results.format.Flag;
import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.jspecify.annotations.Nullable;

/**
 * Parser of the runs of one writer. A run begins with its first table; the lines of PEs before it are gathered for all writers, because
 * only PE 0 prints tables. Returns null for a title after the next run's preamble, so that a new parser reads that run.
 */
public final class NvshmemParser implements Format.Parser {

    private static final Pattern FAILURE = Pattern.compile(
            "This test requires (?:exactly|at least) .*|.*:\\d+: non-zero status: \\d+.*"
                    + "|.*nvshmem setup connections failed.*|.*NVSHMEM_ERROR.*");
    private static final Pattern OPERAND = Pattern.compile("# (\\d+-bit) operand\\s*");

    private final Log log;
    private final SharedPreamble gathering;
    private @Nullable NvshmemRun run;
    private @Nullable JobTitle title;
    private @Nullable Table table;
    private String operand = "";
    private boolean nextPreamble;
    private boolean boxed;
    private boolean machine;
    private boolean ofTable;
    private FailureLines failing = new FailureLines();

    public NvshmemParser(Log log) {
        this.log = log;
        this.gathering = log.shared(SharedPreamble.class, SharedPreamble::new);
    }

    /** Returns whether a run begins with this line. */
    public static boolean begins(String line) {
        return Preamble.isOne(line) || JobTitle.of(line) != null || MachineLine.isOne(line)
                || NvshmemColumns.isFlatHeader(line)
                || Box.isScopesHeader(line);
    }

    @Override
    public @Nullable Entry read(Line line) {
        boolean next = ofTable;
        ofTable = false;
        return read(line, next);
    }

    /** Reads a line. @param next whether the line before belonged to a table */
    private @Nullable Entry read(Line line, boolean next) {
        var text = line.text();
        if (text.isBlank()) {
            return null;
        }
        if (Preamble.isOne(text)) {
            return preamble(line);
        }
        if (text.charAt(0) == '|' || text.charAt(0) == '+') {
            return box(line);
        }
        if (table != null && !boxed) {
            var cells = Cells.of(text);
            if (table.isRow(cells, next)) {
                return row(line, cells, table);
            }
        }
        if (MachineLine.isOne(text) || machine && text.startsWith("&&&& PERF")) {
            return machine(line);
        }
        var named = JobTitle.of(text);
        if (named != null) {
            return isOver() ? null : title(line, named);
        }
        if (NvshmemColumns.isFlatHeader(text)) {
            return header(line, NvshmemColumns.flat(text).orElseThrow(), false);
        }
        return other(line);
    }

    @Override
    public @Nullable Entry aside(Line line) {
        return isFailure(line.text()) ? failure(line) : null;
    }

    private static boolean isFailure(String text) {
        int library = text.indexOf("NVSHMEM");
        return library >= 0 && text.indexOf(" aborting", library) > 0 || FAILURE.matcher(text).matches();
    }

    @Override
    public List<Entry> end() {
        var flags = new ArrayList<Fact>();
        if (failing.isReported()) {
            flags.add(Fact.flag(Flag.ABORTED, failing.words()));
        } else if (run != null && !run.hasRows() && !run.hasRates()) {
            flags.add(Fact.flag(Flag.INCOMPLETE, "the table has no rows"));
        }
        if (flags.isEmpty()) {
            return List.of();
        }
        return List.of(new Entry.Note(0, run == null ? log.begin() : run.section(), flags));
    }

    private Entry preamble(Line line) {
        if (run == null && gathering.section != log.section()) {
            log.close();
        } else if (run != null && run.isBegun() && !nextPreamble
                && (Preamble.isOptions(line.text()) || gathering.preamble.has(line.text()))) {
            nextPreamble = true;
            log.close();
        }
        return new Entry.Note(line.number(), log.section(), gathering.read(line.text()));
    }

    private boolean isOver() {
        return run != null && run.isBegun() && (nextPreamble || run.isOver());
    }

    private Entry title(Line line, JobTitle named) {
        title = named;
        // the title above machine-readable lines is a bare word, without mark or box
        machine = Character.isLetter(line.text().charAt(0));
        table = null;
        boxed = line.text().charAt(0) == '|';
        return Entry.Note.of(line.number(), run(named.job()).section());
    }

    /** Reads a header; without a title of its own, it does not inherit the one of an earlier table. */
    private @Nullable Entry header(Line line, NvshmemColumns columns, boolean inBox) {
        if (title == null && isOver()) {
            return null;
        }
        boolean untitled = title == null;
        var job = untitled ? Job.UNKNOWN : title.job();
        var label = untitled ? operand : title.label();
        boxed = inBox;
        ofTable = true;
        table = new Table(run(job), job, label, columns);
        title = null;
        return Entry.Note.of(line.number(), run(job).section());
    }

    private @Nullable Entry box(Line line) {
        if (Box.isRuler(line.text())) {
            return boxed ? Entry.Note.of(line.number(), run == null ? log.section() : run.section()) : null;
        }
        var named = JobTitle.of(line.text());
        if (named != null) {
            return isOver() ? null : title(line, named);
        }
        var cells = Box.cells(line.text());
        if (boxed && title != null || Box.isScopesHeader(line.text())) {
            var columns = NvshmemColumns.boxed(cells);
            if (columns.isPresent()) {
                return header(line, columns.get(), true);
            }
        }
        if (!boxed || table == null) {
            return null;
        }
        if (table.isEmptyRow(cells)) {
            return Entry.Note.of(line.number(), run(table.job()).section());
        }
        return row(line, cells, table);
    }

    private Entry row(Line line, List<String> cells, Table current) {
        ofTable = true;
        run(current.job()).begun();
        var of = current;
        if (!of.isBegun() && of.isWhole(cells) && !run(of.job()).begins(of, cells)) {
            if (of.isMislabelled()) {
                return Entry.Problem.of(line, "a second table of this version's " + of.job().name()
                        + " without a header of its own is of message rates, or of another run: the log does not say");
            }
            // the same table again without a preamble in between: the program ran again
            run = gathering.begin(log, of.job());
            of = of.of(run);
            table = of;
            run.begins(of, cells);
        }
        var whole = of;
        return Entry.rowOrProblem(line, () -> whole.read(cells));
    }

    private @Nullable Entry machine(Line line) {
        if (isOver()) {
            return null;
        }
        machine = true;
        var read = MachineLine.of(line.text());
        if (read.isEmpty()) {
            return Entry.Problem.of(line,
                    "the line is cut or torn: expected job___label___size__N___value, a number and a unit");
        }
        var row = read.get();
        var known = Job.of(row.job());
        var job = known == null ? new Job(row.job(), null, List.of(), false) : known;
        table = null;
        if (!row.isTime() && !row.isBandwidth()) {
            run(job).ratesRead();
            return Entry.Problem.of(line,
                    "a message rate alone: neither a time nor a bandwidth, so it has no place among measurements");
        }
        return Entry.rowOrProblem(line, () -> List.of(
                run(job).measurement(job, List.of(row.label()), row.size(), row.outcome(), row.settings())));
    }

    private @Nullable Entry other(Line line) {
        var text = line.text();
        if (isFailure(text)) {
            return failure(line);
        }
        var bits = OPERAND.matcher(text);
        if (bits.matches()) {
            operand = bits.group(1);
            return Entry.Note.of(line.number(), log.section());
        }
        ofTable = table != null && run != null
                && (text.startsWith("Job Name ") || text.startsWith("# Avg bus bandwidth"));
        return ofTable && table != null ? Entry.Note.of(line.number(), run(table.job()).section()) : null;
    }

    private Entry failure(Line line) {
        return failing.reported(line, run == null ? log.section() : run.section(), log);
    }

    /** Returns the run of a job: a program has one job, so another job means another run. */
    private NvshmemRun run(Job job) {
        if (run == null || !run.job().equals(job.name())) {
            run = gathering.begin(log, job);
            failing = new FailureLines();
        }
        return run;
    }

    /** State shared by the writers of a log: the preamble of the current or next run. */
    private static final class SharedPreamble {

        private Preamble preamble = new Preamble();
        /** Section of the latest run; 0 before the first. */
        private int section;
        private boolean used;

        /** Reads a line of a preamble. A PE that is already in it, or options after a run began, begin the next one. */
        List<Fact> read(String line) {
            if (preamble.has(line) || used && line.contains("Runtime options")) {
                preamble = new Preamble();
                used = false;
            }
            return preamble.read(line);
        }

        NvshmemRun begin(Log log, Job job) {
            var begun = new NvshmemRun(log, preamble, job.name());
            section = begun.section();
            used = true;
            return begun;
        }
    }
}
