package org.gpucomm.server.analysis.next;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

import org.gpucomm.results.Bench;
import org.gpucomm.server.analysis.rules.Finding;
import org.gpucomm.server.analysis.rules.Finding.Confidence;
import org.gpucomm.server.analysis.rules.Plateaus;

/** What tells idle interfaces from a cost of each step: the same in larger chunks, of which there are fewer. */
final class ChunkRun {

    /** Four times what NCCL has for itself. */
    private static final Map<String, String> LARGER = Map.of("NCCL_BUFFSIZE", "16777216", "NCCL_P2P_NET_CHUNKSIZE",
            "524288");

    private ChunkRun() {}

    static boolean isAskedBy(Finding finding) {
        return finding.confidence() == Confidence.AMBIGUOUS
                && finding.numbers().stream().anyMatch(each -> each.name().equals(Plateaus.INTERFACES));
    }

    /** Returns each arm as it comes and in larger chunks; none where a plan cannot choose them. */
    static List<Arm> arms(Collection<Arm> of) {
        var arms = new ArrayList<Arm>();
        for (var arm : of) {
            if (arm.work().family() != Bench.NCCL || Plateaus.CHUNKS.stream().anyMatch(arm.variables()::containsKey)) {
                return List.of();
            }
            arms.add(arm);
            arms.add(arm.and(LARGER));
        }
        return arms;
    }
}
