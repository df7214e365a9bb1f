package org.gpucomm.server.findings;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

import org.gpucomm.analysis.headline.Examination;
import org.gpucomm.results.Measurement;
import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.analysis.headline.Headlines;
import org.gpucomm.analysis.headline.RankedFindings;
import org.gpucomm.analysis.nextrun.Questions;
import org.gpucomm.server.hardware.OwnProfiles;
import org.gpucomm.server.hardware.OwnProfiles.State;
import org.gpucomm.analysis.rules.Rules;
import org.gpucomm.server.evidence.StoredEvidence;
import org.gpucomm.server.evidence.StoredRun;
import org.gpucomm.server.series.DataCache;
import org.gpucomm.server.series.Sequence;
import org.gpucomm.server.web.ConcurrencyLimiter;
import org.springframework.stereotype.Component;

/** Examiner of stored runs, which applies the rules with a permit of the limiter and caches the results. Thread-safe. */
@Component
class Examiner {

    /** Maximum number of row references in the cache, some ten bytes each. */
    private static final long MOST_ROWS = 2_000_000;

    private final StoredEvidence stored;
    private final ComparableRuns siblings;
    private final EarlierRuns earlier;
    private final OwnProfiles profiles;
    private final ConcurrencyLimiter limiter;
    private final Sequence sequence;
    private final DataCache<Question, Examination> answers = new DataCache<>(MOST_ROWS,
            (question, examined) -> examined.weight());

    Examiner(StoredEvidence stored, ComparableRuns siblings, EarlierRuns earlier, OwnProfiles profiles,
            ConcurrencyLimiter limiter, Sequence sequence) {
        this.stored = stored;
        this.siblings = siblings;
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
        var evidence = stored.of(runs, rows);
        var findings = new Rules(hardware).examine(evidence, earlier.of(evidence, runs));
        var facts = stored.facts(runs);
        var headline = Headlines.of(evidence, siblings.with(evidence, runs, rows), facts, findings);
        return new Examination(runs.size(), evidence.observations().size(), headline, RankedFindings.of(findings),
                // Facts are left out: commands from another person's log must not be run again.
                Questions.of(evidence, findings, List.of()));
    }

    /** Question with the ids of runs in the table, which differ between readings of an upload. */
    private record Question(List<Long> runs, Predicate<Measurement> rows, State hardware) {}
}
