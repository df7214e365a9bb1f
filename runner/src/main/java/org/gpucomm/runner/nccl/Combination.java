package org.gpucomm.runner.nccl;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.gpucomm.runner.collective.ElementType;
import org.gpucomm.runner.collective.Reduction;

/**
 * Combination of data type, reduction and root, with which all sizes are measured.
 *
 * @param redop text of the reduction; {@code none} if the operation has none
 * @param root  root rank; -1 if the operation has none
 */
record Combination(ElementType type, Reduction reduction, String redop, int root) {

    /** Returns all combinations in the order of nccl-tests: types, then reductions, then roots. */
    static List<Combination> of(NcclRequest request, int ranks) {
        var collective = request.collective();
        var combinations = new ArrayList<Combination>();
        var reductions = collective.namesReduction() ? request.reductions() : List.of(Reduction.SUM);
        for (var type : request.types()) {
            for (var reduction : reductions) {
                for (int root : roots(request, ranks)) {
                    combinations.add(new Combination(type, reduction,
                            collective.namesReduction() ? reduction.text() : "none", root));
                }
            }
        }
        return combinations;
    }

    private static int[] roots(NcclRequest request, int ranks) {
        if (!request.collective().rooted()) {
            return new int[]{-1};
        }
        return request.root().map(root -> new int[]{root}).orElseGet(() -> IntStream.range(0, ranks).toArray());
    }
}
