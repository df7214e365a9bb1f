package org.gpucomm.results.format.deepep;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Line;

/** The tries of a tuning. Only the line of the best, at the end, names the tuned call. */
final class Sweep {

    /** More tries than any version makes: 64 pairs of chunks. */
    private static final int MOST = 500;

    private final List<Line> tries = new ArrayList<>();
    private List<Entry> rows = List.of();
    private long lastChunks = -1;

    /** Adds a try, which is a problem until a best is named. Chunks rise within a sweep; if they do not, another sweep has begun. */
    Entry tried(Line line) {
        long chunks = TunedLine.chunks(line.text());
        if (chunks <= lastChunks) {
            lost();
        }
        lastChunks = chunks;
        if (tries.size() < MOST) {
            tries.add(line);
        }
        return new Entry.Problem(line.number(),
                "which call was tuned here is said by a line \"[tuning] Best …\" below it, "
                        + "which is missing",
                line.text());
    }

    /** Forgets the tries: no line names their call. */
    void lost() {
        tries.clear();
        lastChunks = -1;
    }

    /** Takes the line of the best, which turns the tries before it into results if it names their call. */
    void ended(Line best, Results results) {
        if (!TunedLine.namesCall(best.text())) {
            lost();
            return;
        }
        if (tries.stream().noneMatch(line -> TunedLine.isOf(line.text(), best.text()))) {
            lost(); // the best is of another sweep
            return;
        }
        var read = new ArrayList<Entry>();
        for (var line : tries) {
            try {
                read.add(results.row(line, TunedLine.tried(line.text(), best.text())));
            } catch (IllegalArgumentException cut) {
                read.add(new Entry.Problem(line.number(), String.valueOf(cut.getMessage()), line.text()));
            }
        }
        lost();
        rows = read;
    }

    boolean isWaiting() {
        return !tries.isEmpty();
    }

    List<Entry> takeRows() {
        var taken = rows;
        rows = List.of();
        return taken;
    }

    /** Factory of a row for the results in a line. */
    @FunctionalInterface
    interface Results {

        Entry.Row row(Line line, List<DeepepResult> findings);
    }
}
