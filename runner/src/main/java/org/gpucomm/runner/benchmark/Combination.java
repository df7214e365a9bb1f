package org.gpucomm.runner.benchmark;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.runner.ffi.NcclReduction;
import org.gpucomm.runner.ffi.NcclType;

/**
 * A data type, reduction and root to measure all sizes with.
 *
 * @param redop as printed: {@code none} where the operation has no reduction
 * @param root  -1 where it has none
 */
record Combination(NcclType type, NcclReduction reduction, String redop, int root) {

    /** In the order of nccl-tests: types, then reductions, then roots. */
    static List<Combination> of(Spec spec, int ranks) {
        var collective = spec.collective();
        var combinations = new ArrayList<Combination>();
        var reductions = collective.namesReduction() ? spec.reductions() : List.of(NcclReduction.SUM);
        for (var type : spec.types()) {
            for (var reduction : reductions) {
                for (int root : roots(spec, ranks)) {
                    combinations.add(new Combination(type, reduction,
                            collective.namesReduction() ? reduction.text() : "none", root));
                }
            }
        }
        return combinations;
    }

    private static int[] roots(Spec spec, int ranks) {
        if (!spec.collective().rooted()) {
            return new int[]{-1};
        }
        return spec.root() >= 0 ? new int[]{spec.root()} : java.util.stream.IntStream.range(0, ranks).toArray();
    }

    Work work(Layout layout, int reductionCode, int rank, int ranks) {
        return new Work(layout, type, reduction, reductionCode, Math.max(0, root), rank, ranks);
    }
}
