package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.gpucomm.results.Operation;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;

/** Directions of the same links: one is much slower than the other, or slower while the other is in use. */
final class Directions implements Rule {

    private static final String ID = "direction";
    /** Share of the faster direction that the slower one normally reaches. The two directions of GH200 differ by design. */
    private static final double ALIKE = 0.7;
    /** The same share for DeepEP, whose dispatch and combine also wait for each other. */
    private static final double ALIKE_IN_DEEPEP = 0.5;
    private static final String UP = "host_to_device";
    private static final String DOWN = "device_to_host";
    private static final String BOTH_WAYS = "_bidirectional";
    private static final String LOW_LATENCY = "low-latency";

    @Override
    public List<Finding> examine(Evidence evidence) {
        var groups = new LinkedHashMap<Measured, List<Curve>>();
        evidence.alongSize().forEach(curve -> groups.computeIfAbsent(Measured.of(curve), added -> new ArrayList<>())
                .add(curve));
        return groups.keySet().stream()
                .flatMap(one -> Stream.of(one.other(), one.oneWay()).flatMap(Optional::stream)
                        .filter(groups::containsKey)
                        .flatMap(other -> finding(groups.get(one), groups.get(other)).stream()))
                .toList();
    }

    /** Common properties of the pairs of a matrix, or of the sizes of a test. */
    private record Measured(Operation operation, String variant, String library, String run, long fixed) {

        static Measured of(Curve curve) {
            var key = curve.subject();
            return new Measured(key.operation(), key.variant(), key.library(), key.run(), curve.fixed());
        }

        /** Returns the opposite direction; empty for the second of two, so that each pair is examined once. */
        Optional<Measured> other() {
            if (operation == Operation.DISPATCH && variant.equals(LOW_LATENCY)) {
                return Optional.of(new Measured(Operation.COMBINE, variant, library, run, fixed));
            }
            return variant.contains(UP) && !variant.contains(BOTH_WAYS)
                    ? Optional.of(with(variant.replace(UP, DOWN)))
                    : variant.contains(dashed(UP))
                            ? Optional.of(with(variant.replace(dashed(UP), dashed(DOWN))))
                            : Optional.empty();
        }

        /** Returns the same direction with the other one idle; empty if the test is not bidirectional. */
        Optional<Measured> oneWay() {
            return variant.startsWith(UP + BOTH_WAYS) || variant.startsWith(DOWN + BOTH_WAYS)
                    ? Optional.of(with(variant.replace(BOTH_WAYS, "")))
                    : Optional.empty();
        }

        private static String dashed(String words) {
            return words.replace('_', '-');
        }

        private Measured with(String other) {
            return new Measured(operation, other, library, run, fixed);
        }
    }

    private static Optional<Finding> finding(List<Curve> ofOne, List<Curve> ofOther) {
        var one = LineRates.typical(ofOne);
        var other = LineRates.typical(ofOther);
        if (one.isEmpty() || other.isEmpty()) {
            return Optional.empty();
        }
        boolean isFirst = one.get().rate() < other.get().rate();
        var slow = isFirst ? one.get() : other.get();
        var fast = isFirst ? other.get() : one.get();
        double share = slow.rate() / fast.rate();
        boolean isDeepEp = slow.subject().operation() != fast.subject().operation();
        boolean isBothWays = slow.subject().variant().contains(BOTH_WAYS);
        if (share > (isDeepEp ? ALIKE_IN_DEEPEP : ALIKE)
                || fast.subject().variant().contains(BOTH_WAYS)) {
            return Optional.empty();
        }
        var rows = new ArrayList<RowRef>(slow.cell().rows());
        rows.addAll(fast.cell().rows());
        return Optional.of(Finding.of(ID, Severity.WARNING, Confidence.LIKELY,
                slow.text() + ", " + Phrases.percent(1 - share) + " less than " + fast.subject().title() + " ("
                        + Phrases.gbps(fast.rate()) + ")"
                        + (isBothWays
                                ? ": both ways at once share what one way has alone."
                                : isDeepEp
                                        ? ", as where it waits for the last rank. In DeepEP's README both are alike (43 and "
                                                + "44 GB/s on 16 GPUs)."
                                        : ": the links are slower that way."),
                List.of(new Quantity("slow", slow.rate(), "GB/s"), new Quantity("fast", fast.rate(), "GB/s"),
                        new Quantity("share", 100 * share, "%")),
                rows).withConsequence(isDeepEp ? Consequence.BELOW : Consequence.DOUBT));
    }
}
