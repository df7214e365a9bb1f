package org.gpucomm.server.findings;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;

import org.gpucomm.analysis.rules.Finding.Mark;
import org.gpucomm.server.evidence.StoredRun;
import org.gpucomm.server.evidence.StoredRuns;
import org.gpucomm.figures.view.View;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.analysis.identity.BadParameter;
import org.springframework.stereotype.Component;

/** Places of findings in charts of a few runs, which images mark as pages do. */
@Component
public class MarkedPlaces {

    private static final int MOST = 12;

    private final Examiner examiner;
    private final StoredRuns runs;

    MarkedPlaces(Examiner examiner, StoredRuns runs) {
        this.examiner = examiner;
        this.runs = runs;
    }

    /** Returns the marks of the runs that a filter names; empty if it names none. */
    public List<View.Mark> of(Filter filter, String x, String metric) throws IOException {
        var named = filter.runIds();
        return named.isEmpty()
                ? List.of()
                : of(runs.named(List.copyOf(named)), new Filter(filter.values(), Set.of()), x, metric);
    }

    /** @param x {@code size} or {@code gpus} @param metric metric of the other axis, as named by findings */
    public List<View.Mark> of(List<StoredRun> marked, Filter rows, String x, String metric) throws IOException {
        var places = new LinkedHashMap<String, View.Mark>();
        for (var mark : marks(marked, rows)) {
            if (mark.axis().equals(x) || mark.axis().equals(metric)) {
                // A place is marked once, with all its labels.
                places.merge(mark.axis() + " " + mark.from() + " " + mark.to(),
                        new View.Mark(mark.axis().equals(x), mark.from(), mark.to(), mark.label()), MarkedPlaces::both);
            }
        }
        return places.values().stream().limit(MOST).toList();
    }

    private List<Mark> marks(List<StoredRun> marked, Filter rows)
            throws IOException {
        try {
            return examiner.of(marked, rows).findings().all().stream().flatMap(finding -> finding.marks().stream())
                    .toList();
        } catch (BadParameter tooMuch) {
            // The page has no marks either, and says so.
            return List.of();
        }
    }

    private static View.Mark both(View.Mark one, View.Mark other) {
        return List.of(one.label().split(", ")).contains(other.label())
                ? one
                : new View.Mark(one.isOfX(), one.from(), one.to(), one.label() + ", " + other.label());
    }
}
