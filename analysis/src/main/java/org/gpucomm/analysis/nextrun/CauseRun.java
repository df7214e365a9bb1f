package org.gpucomm.analysis.nextrun;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.gpucomm.results.Bench;
import org.gpucomm.analysis.rules.Finding;
import org.gpucomm.analysis.rules.Finding.Cause;
import org.gpucomm.analysis.rules.Finding.Cause.Kind;

/**
 * Run that separates causes of an excessive time. NCCL prints what it uses, and a forced protocol shows whether the choice of protocol is
 * the cause. Repetitions of the same run show neither.
 */
final class CauseRun {

    /** Factor from which chance is not the cause. */
    private static final double FACTOR = 1.5;
    /** Number of repetitions, since one run may be late. */
    private static final int REPETITIONS = 2;
    private static final int MOST_SIZES = 3;

    private CauseRun() {}

    /** Returns the cause of a finding that is slow enough to be examined before any repetitions; else empty. */
    static Optional<Cause> of(Finding finding) {
        return Optional.ofNullable(finding.cause())
                .filter(cause -> cause.kind() != Kind.UNNAMED_NETWORK && cause.factor() >= FACTOR);
    }

    /** Returns the question of a finding; empty without a cause, or if no plan separates causes. @param of benchmarks of the finding */
    static Optional<Question> question(Finding finding, Collection<Arm> of, Collection<Long> sizes) {
        var cause = of(finding);
        if (cause.isEmpty() || of.stream().anyMatch(arm -> arm.work().family() != Bench.NCCL)) {
            return Optional.empty();
        }
        boolean isOfProtocol = cause.get().kind() == Kind.PROTOCOL;
        var prints = Map.of("NCCL_DEBUG", "INFO", "NCCL_DEBUG_SUBSYS", isOfProtocol ? "INIT,TUNING" : "INIT,NET,GRAPH");
        var arms = new ArrayList<Arm>();
        for (var arm : of) {
            arms.add(arm.and(prints));
            if (isOfProtocol && !arm.variables().containsKey("NCCL_PROTO")) {
                arms.add(arm.and(prints).and(Map.of("NCCL_PROTO", "Simple")));
            }
        }
        var largest = new TreeSet<>(sizes).descendingSet().stream().limit(MOST_SIZES)
                .collect(Collectors.toCollection(TreeSet::new));
        return arms.isEmpty() || largest.isEmpty()
                ? Optional.empty()
                : Optional.of(new Question(finding, arms, List.of(), largest, REPETITIONS, 0,
                        cause.get().factor() - 1, true));
    }

    /** Returns the text for the head of a plan. */
    static String words(Question question) {
        boolean isOfProtocol = question.arms().stream()
                .anyMatch(arm -> "Simple".equals(arm.variables().get("NCCL_PROTO")));
        return "A factor of %.1f has a cause: NCCL prints what it uses (NCCL_DEBUG=INFO)%s; %d repetitions, in turns."
                .formatted(1 + question.effect(),
                        isOfProtocol ? ", and NCCL_PROTO=Simple shows whether its choice of protocol is it" : "",
                        question.repetitions());
    }
}
