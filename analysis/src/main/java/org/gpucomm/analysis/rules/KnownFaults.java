package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import org.gpucomm.results.Operation;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;

/** Faults of benchmark programs, which do not affect other results in a log. */
public final class KnownFaults implements Rule {

    public static final String ID = "known-fault";

    /**
     * Fault with its source.
     *
     * @param shows test for measurements with this fault
     */
    private record Fault(Predicate<Observation> shows, String words) {}

    private static final List<Fault> FAULTS = List.of(
            // mghpcc/aicr-benchmarks, nvhpc-26.3: every other collective of the same runs passes its check.
            new Fault(each -> each.operation() == Operation.HYPERCUBE && each.isWrong()
                    && "nccl-tests".equals(each.measurement().stack().tool())
                    && "2.18.3".equals(each.measurement().stack().toolVersion()),
                    "Hypercube fails its own check in nccl-tests 2.18.3, whatever the hardware"),
            // NVIDIA/nvshmem PR 93.
            new Fault(each -> each.operation() == Operation.REDUCE_SCATTER
                    && "nvshmem-perftest".equals(each.measurement().stack().tool())
                    && String.valueOf(each.measurement().workload().variant()).startsWith("device"),
                    "NVSHMEM's reducescatter_latency on the device times the first size only (NVIDIA/nvshmem PR 93), so "
                            + "that its times do not grow with the size"));

    /** Returns whether known faults explain every failed check, while other measurements passed their checks. */
    public static boolean explainWrongData(Evidence evidence) {
        var wrong = evidence.observations().stream().filter(Observation::isWrong).toList();
        return !wrong.isEmpty() && wrong.size() < evidence.observations().size()
                && wrong.stream().allMatch(KnownFaults::isKnown);
    }

    private static boolean isKnown(Observation observation) {
        return FAULTS.stream().anyMatch(fault -> fault.shows().test(observation));
    }

    @Override
    public List<Finding> examine(Evidence evidence) {
        var findings = new ArrayList<Finding>();
        for (var fault : FAULTS) {
            var rows = evidence.observations().stream().filter(fault.shows()).map(Observation::row)
                    .toList();
            if (!rows.isEmpty()) {
                findings.add(Finding.of(ID, Severity.NOTICE, Confidence.CERTAIN, fault.words() + ".",
                        List.of(new Quantity("rows", rows.size(), "")), rows));
            }
        }
        return findings;
    }
}
