package org.gpucomm.results.format.deepep;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Line;

/** The tries of a tuning, which only the line of the best, that ends it, says the call of. */
final class Sweep {

    /** More than any version tries: 64 pairs of chunks. */
    private static final int MOST = 500;

    private final List<Line> tries = new ArrayList<>();
    private List<Entry> rows = List.of();
    private long lastChunks = -1;

    /** A problem for as long as no best is named. Chunks rise within a sweep: where they do not, another has begun. */
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

    /** Nobody will say which call the tries were of. */
    private void lost() {
        tries.clear();
        lastChunks = -1;
    }

    /** The line of the best has come, so that the tries before it are results if it says of which call. */
    void ended(Line best, Results results) {
        if (!TunedLine.namesCall(best.text())) {
            lost();
            return;
        }
        if (tries.stream().noneMatch(line -> TunedLine.isOf(line.text(), best.text()))) {
            lost(); // it is of another sweep
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

    /** Maker of a row of what a line reports. */
    @FunctionalInterface
    interface Results {

        Entry.Row row(Line line, List<DeepepResult> findings);
    }
}
