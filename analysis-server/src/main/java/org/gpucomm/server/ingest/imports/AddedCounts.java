package org.gpucomm.server.ingest.imports;

import java.util.HashMap;
import java.util.Map;

import org.gpucomm.results.format.Entry;
import org.gpucomm.server.ingest.parsing.NumberedEntry;

/** What some entries add to the counts of their reading and its runs. */
final class AddedCounts {

    final Map<Integer, Long> problemsOfRuns = new HashMap<>();
    long lines;
    long rowLines;
    long notes;
    long problems;
    long fileProblems;
    long measurements;

    void count(NumberedEntry item) {
        lines += item.entry().line() > 0 ? 1 : 0;
        switch (item.entry()) {
            case Entry.Row row -> {
                rowLines += row.line() > 0 ? 1 : 0;
                measurements += row.measurements().size();
            }
            case Entry.Note note -> notes += note.line() > 0 ? 1 : 0; // line 0 speaks of the whole file
            case Entry.Problem problem -> {
                problems += problem.line() > 0 ? 1 : 0;
                fileProblems += problem.line() > 0 ? 0 : 1;
                if (item.run() > 0) {
                    problemsOfRuns.merge(item.run(), 1L, Long::sum);
                }
            }
        }
    }
}
