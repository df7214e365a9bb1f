package org.gpucomm.server.ingest.imports;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.gpucomm.analysis.identity.ColumnText;
import org.gpucomm.analysis.identity.SeriesRow;
import org.gpucomm.results.Secrets;
import org.gpucomm.results.format.Entry;
import org.gpucomm.server.ingest.parsing.NumberedEntry;
import org.gpucomm.server.ingest.parsing.Readings.Reading;
import org.gpucomm.server.series.CurvePart;
import org.gpucomm.server.series.CurvePart.Curve;
import org.jspecify.annotations.Nullable;

/** Preparation of entries for the tables, which runs while the database is busy with earlier ones. Serves one import and one thread. */
final class Preparation {

    /** Number of problems stored with their text; all are counted. */
    static final int MAX_PROBLEMS = 10_000;
    /** Limits per run. Hosts have their own: a large job reports thousands before its other facts. */
    private static final int MAX_HOSTS = 4_096;
    private static final int MAX_OTHERS = 300;
    private static final int MAX_FACTS = 20_000;

    private final Reading reading;
    private final RunRows runs;
    private final Map<Integer, Set<Entry.Fact>> hosts = new HashMap<>();
    private final Map<Integer, Set<Entry.Fact>> others = new HashMap<>();
    private int factCount;
    private final Map<Curve, CurvePart.Builder> growing = new HashMap<>();
    /** Number of entries that are in the tables or were taken. */
    private long before;
    private Prepared next = new Prepared(0);

    Preparation(Reading reading, RunRows runs) {
        this.reading = reading;
        this.runs = runs;
    }

    /** Adds entries to the next chunk. */
    void add(List<NumberedEntry> entries) {
        runs.make(entries);
        for (var item : entries) {
            next.count(item);
            switch (item.entry()) {
                case Entry.Row row -> addRows(row, item);
                case Entry.Problem problem -> addProblem(problem, item, next.problems);
                case Entry.Note note -> addFacts(note, next.facts);
            }
        }
        next.entries += entries.size();
    }

    /** Returns the chunk and begins the next. */
    Prepared take() {
        var taken = next;
        growing.clear();
        before += taken.entries;
        next = new Prepared(before);
        return taken;
    }

    /** Skips entries that are in the tables. */
    void skip(long entries) {
        before = entries;
        next = new Prepared(before);
    }

    private void addRows(Entry.Row row, NumberedEntry item) {
        long ordinal = item.firstOrdinal();
        for (var measurement : row.measurements()) {
            var key = SeriesRow.of(measurement);
            part(Curve.of(runs.id(item.run()), runs.id(key), measurement), key.settings()).add(ordinal++, row.line(),
                    measurement);
        }
    }

    private CurvePart.Builder part(Curve curve, String settings) {
        var part = growing.get(curve);
        if (part == null || part.size() == CurvePart.MOST) {
            part = new CurvePart.Builder(curve, settings);
            growing.put(curve, part);
            next.parts.add(part);
        }
        return part;
    }

    private void addProblem(Entry.Problem problem, NumberedEntry item, List<@Nullable Object[]> problems) {
        if (item.run() > 0) {
            next.problemsOfRuns.merge(runs.id(item.run()), 1L, Long::sum);
        }
        if (item.problemOrdinal() <= MAX_PROBLEMS) {
            problems.add(new @Nullable Object[]{reading.id(), item.problemOrdinal(), problem.line(), item.run(),
                    ColumnText.cut(Secrets.hide(problem.reason()), 1000),
                    ColumnText.cut(Secrets.hide(problem.text()), 600),
                    ColumnText.cutOrNull(item.source(), 500), item.position()});
        }
    }

    private void addFacts(Entry.Note note, List<Object[]> rows) {
        for (var fact : note.facts()) {
            boolean isHost = fact.name().equals("host");
            var ofRun = (isHost ? hosts : others).computeIfAbsent(note.section(), section -> new HashSet<>());
            // A run has few flags, and none may be lost.
            boolean room = fact.isFlag()
                    || ofRun.size() < (isHost ? MAX_HOSTS : MAX_OTHERS) && factCount < MAX_FACTS;
            if (room && ofRun.add(fact)) {
                factCount++;
                rows.add(new Object[]{reading.id(), note.section(), ColumnText.cut(fact.name(), 100),
                        ColumnText.cut(shown(fact), 500), note.line()});
            }
        }
    }

    private static String shown(Entry.Fact fact) {
        return Secrets.isOne(fact.name(), fact.value()) ? Secrets.HIDDEN : Secrets.hide(fact.value());
    }

    /** Chunk of entries, prepared for the tables. */
    static final class Prepared {

        /** Number of entries of the reading before these. */
        final long before;
        final List<CurvePart.Builder> parts = new ArrayList<>();
        /** Rows of the table of problems; {@code facts} has those of its table. */
        final List<@Nullable Object[]> problems = new ArrayList<>();
        final List<Object[]> facts = new ArrayList<>();
        /** Number of problems by the id of the run. */
        final Map<Long, Long> problemsOfRuns = new HashMap<>();
        long lines;
        long rowLines;
        long noteLines;
        long problemLines;
        long fileProblems;
        long measurements;
        private long entries;

        private Prepared(long before) {
            this.before = before;
        }

        long after() {
            return before + entries;
        }

        /** Counts an entry. Line 0 is the whole file. */
        private void count(NumberedEntry item) {
            int line = item.entry().line() > 0 ? 1 : 0;
            lines += line;
            switch (item.entry()) {
                case Entry.Row row -> {
                    rowLines += line;
                    measurements += row.measurements().size();
                }
                case Entry.Note _ -> noteLines += line;
                case Entry.Problem _ -> {
                    problemLines += line;
                    fileProblems += 1 - line;
                }
            }
        }
    }
}
