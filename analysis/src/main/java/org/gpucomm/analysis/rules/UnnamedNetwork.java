package org.gpucomm.analysis.rules;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.rules.Finding.Cause.Kind;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;

/** Pair of runs on one cluster, one many times as fast as the other, whose logs do not name their networks. */
public final class UnnamedNetwork implements Rule {

    public static final String ID = "network";

    @Override
    public List<Finding> examine(Evidence evidence) {
        var runs = new TreeSet<String>();
        evidence.observations().forEach(each -> runs.add(each.row().run()));
        return FasterRun.of(evidence, runs).filter(found -> isUnnamed(evidence, found))
                .map(found -> List.of(finding(evidence, found))).orElse(List.of());
    }

    private static boolean isUnnamed(Evidence evidence, FasterRun found) {
        return of(evidence, found).stream().allMatch(each -> evidence.key(each).identity().transport().isEmpty());
    }

    /** Returns the measurements of both runs that the factor compares. */
    private static List<Observation> of(Evidence evidence, FasterRun found) {
        var runs = Set.of(found.slowRun(), found.fastRun());
        return evidence.observations().stream().filter(each -> {
            var key = evidence.key(each);
            var size = each.measurement().workload().messageSize();
            return runs.contains(each.row().run()) && size != null && size.count() == found.bytes()
                    && key.operation() == found.key().operation() && key.placement() == found.key().placement();
        }).toList();
    }

    private static Finding finding(Evidence evidence, FasterRun found) {
        return Finding.of(ID, Severity.NOTICE, Confidence.AMBIGUOUS, "Neither " + found.slowName() + " nor "
                + found.fastName() + " says over which network it went, and the second is "
                + String.format(Locale.ROOT, "%.1f times", found.factor())
                + " as fast: NCCL prints it with NCCL_DEBUG=INFO (“Using network”).",
                List.of(new Quantity("factor", found.factor(), "×")),
                of(evidence, found).stream().map(Observation::row).toList())
                .withCause(Kind.UNNAMED_NETWORK, found.factor());
    }
}
