package org.gpucomm.server.findings;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.headline.Examination;
import org.gpucomm.analysis.identity.CurveHead;
import org.gpucomm.analysis.identity.Dimension;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.analysis.identity.Place;
import org.gpucomm.results.Measurement;
import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.analysis.headline.Headlines;
import org.gpucomm.analysis.headline.RankedFindings;
import org.gpucomm.analysis.nextrun.Questions;
import org.gpucomm.results.Operation;
import org.gpucomm.server.evidence.StoredRuns;
import org.gpucomm.server.hardware.OwnProfiles;
import org.gpucomm.server.hardware.OwnProfiles.State;
import org.gpucomm.analysis.rules.Rules;
import org.gpucomm.server.evidence.StoredRun;
import org.gpucomm.server.series.DataCache;
import org.gpucomm.server.series.Sequence;
import org.gpucomm.server.series.StoredCurves;
import org.gpucomm.server.web.ConcurrencyLimiter;
import org.springframework.stereotype.Component;

/** Examiner of stored runs, which applies the rules with a permit of the limiter and caches the results. Thread-safe. */
@Component
class Examiner {

    /** Maximum number of row references in the cache, some ten bytes each. */
    private static final long MOST_ROWS = 2_000_000;
    /** Maximum number of siblings, the latest ones; an older run that was as fast is seldom the only one. */
    private static final int MOST_SIBLINGS = 8;
    /** Maximum number of measurements of siblings. */
    private static final long MOST_POINTS = 5_000;

    private final StoredRuns storedRuns;
    private final StoredCurves curves;
    private final EarlierRuns earlier;
    private final OwnProfiles profiles;
    private final ConcurrencyLimiter limiter;
    private final Sequence sequence;
    private final DataCache<Question, Examination> answers = new DataCache<>(MOST_ROWS,
            (question, examined) -> examined.weight());

    Examiner(StoredRuns storedRuns, StoredCurves curves, EarlierRuns earlier,
            OwnProfiles profiles, ConcurrencyLimiter limiter, Sequence sequence) {
        this.storedRuns = storedRuns;
        this.curves = curves;
        this.earlier = earlier;
        this.profiles = profiles;
        this.limiter = limiter;
        this.sequence = sequence;
    }

    /** @param rows filter whose {@code equals} compares filters, for the cache */
    Examination of(List<StoredRun> runs, Predicate<Measurement> rows) throws IOException {
        var hardware = profiles.now();
        var asked = new Question(runs.stream().map(StoredRun::number).sorted().toList(), rows, hardware.state());
        long version = sequence.version();
        var cached = answers.cached(version, asked);
        if (cached != null) {
            return cached;
        }
        // Not inside the computation: while it waits for a permit, it would block requests that have one and wait for its value.
        try (var _ = limiter.acquire()) {
            return Objects.requireNonNull(
                    answers.find(version, asked, () -> examined(asked, runs, hardware.profiles())));
        }
    }

    private Examination examined(Question asked, List<StoredRun> runs, Profiles hardware) throws IOException {
        var rows = asked.rows();
        var evidence = storedRuns.evidence(runs, rows);
        var findings = new Rules(hardware).examine(evidence, earlier.of(evidence, runs));
        var headline = Headlines.of(evidence, withSiblings(evidence, runs, rows), evidence.facts(), findings);
        return new Examination(runs.size(), evidence.observations().size(), headline, RankedFindings.of(findings),
                // Facts are left out: commands from another person's log must not be run again.
                Questions.of(evidence, findings, List.of()));
    }

    /**
     * Returns the evidence of runs and of their siblings: other runs of the same operation on the same cluster with as many ranks. Returns
     * only that of the runs if they have no siblings or are too many.
     */
    private Evidence withSiblings(Evidence evidence, List<StoredRun> looked, Predicate<Measurement> rows)
            throws IOException {
        var kinds = evidence.observations().stream().map(each -> Kind.of(evidence, each)).flatMap(Optional::stream)
                .collect(Collectors.toSet());
        if (kinds.isEmpty() || looked.size() > MOST_SIBLINGS) {
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
        for (var sibling : storedRuns.named(names)) {
            room -= sibling.points();
            if (room >= 0) {
                all.add(sibling);
            }
        }
        return storedRuns.evidence(all, rows);
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
                .limit(MOST_SIBLINGS).map(Map.Entry::getKey).toList();
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

    /** Question with the ids of runs in the table, which differ between readings of an upload. */
    private record Question(List<Long> runs, Predicate<Measurement> rows, State hardware) {}
}
