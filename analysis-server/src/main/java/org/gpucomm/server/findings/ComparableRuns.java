package org.gpucomm.server.findings;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.Operation;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.server.evidence.StoredEvidence;
import org.gpucomm.server.evidence.StoredRun;
import org.gpucomm.server.evidence.StoredRuns;
import org.gpucomm.analysis.identity.CurveHead;
import org.gpucomm.analysis.identity.Dimension;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.analysis.identity.Place;
import org.gpucomm.server.series.StoredCurves;
import org.springframework.stereotype.Component;

/** Other runs of the same operation on the same cluster with the same number of ranks, for comparison. */
@Component
class ComparableRuns {

    /** Maximum number of siblings, the latest ones; an older run that was as fast is seldom the only one. */
    private static final int MOST = 8;
    private static final long MOST_POINTS = 5_000;

    private final StoredEvidence stored;
    private final StoredRuns runs;
    private final StoredCurves curves;

    ComparableRuns(StoredEvidence stored, StoredRuns runs, StoredCurves curves) {
        this.stored = stored;
        this.runs = runs;
        this.curves = curves;
    }

    /** Returns the evidence of runs and of their siblings; only of the runs if they have no siblings or are too many. */
    Evidence with(Evidence evidence, List<StoredRun> looked, Predicate<Measurement> rows) throws IOException {
        var kinds = evidence.observations().stream().map(each -> Kind.of(evidence, each)).flatMap(Optional::stream)
                .collect(Collectors.toSet());
        if (kinds.isEmpty() || looked.size() > MOST) {
            return evidence;
        }
        var own = looked.stream().map(StoredRun::id).collect(Collectors.toSet());
        var names = new HashSet<String>();
        for (var operation : kinds.stream().map(Kind::operation).distinct().toList()) {
            names.addAll(latest(operation, kinds, own));
        }
        if (names.isEmpty()) {
            return evidence;
        }
        var all = new ArrayList<>(looked);
        long room = MOST_POINTS;
        for (var sibling : runs.named(names)) {
            room -= sibling.points();
            if (room >= 0) {
                all.add(sibling);
            }
        }
        return stored.of(all, rows);
    }

    private List<String> latest(Operation operation, Set<Kind> kinds, Set<String> own) {
        var filter = new Filter(Map.of(Dimension.operation, Set.of((Object) operation.id())), Set.of());
        var byRun = new HashMap<String, Long>();
        for (var head : curves.heads(filter)) {
            if (!own.contains(head.runId()) && Kind.of(head).filter(kinds::contains).isPresent()) {
                byRun.put(head.runId(), head.sequence());
            }
        }
        return byRun.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
                .limit(MOST).map(Map.Entry::getKey).toList();
    }

    /** Properties that siblings share. */
    private record Kind(Operation operation, String hardware, int ranks, int nodes, Place place) {

        static Optional<Kind> of(Evidence evidence, Observation each) {
            var key = evidence.key(each).onAnyHosts();
            return known(new Kind(key.operation(), key.identity().hardware(), key.identity().ranks(),
                    key.identity().nodes(), key.place()));
        }

        static Optional<Kind> of(CurveHead head) {
            var key = head.key().onAnyHosts();
            return known(new Kind(key.operation(), key.identity().hardware(), head.ranks(), head.nodes(), key.place()));
        }

        private static Optional<Kind> known(Kind kind) {
            return kind.nodes > 1 && kind.place.isKnown() ? Optional.of(kind) : Optional.empty();
        }
    }
}
