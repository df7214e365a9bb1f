package org.gpucomm.server.analysis.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.results.format.Flag;
import org.gpucomm.server.analysis.evidence.Cell;
import org.gpucomm.server.analysis.evidence.Curve;
import org.gpucomm.server.analysis.evidence.Evidence;
import org.gpucomm.server.analysis.rules.Finding.Confidence;
import org.gpucomm.server.analysis.rules.Finding.Quantity;
import org.gpucomm.server.analysis.rules.Finding.Severity;

/**
 * Collectives between nodes that are slower than any network for GPUs, whatever the hardware: with busbw each node sends and receives at
 * most that much.
 */
final class SlowNetwork implements Rule {

    private static final String ID = "ceiling";
    /** 10 Gb/s Ethernet, GB/s. */
    private static final double ETHERNET = 1.25;
    /** Smaller messages are bound by latency. */
    private static final long LEAST_BYTES = 64 << 20;
    private static final Set<Operation> OPERATIONS = EnumSet.of(Operation.ALL_REDUCE, Operation.ALL_GATHER,
            Operation.REDUCE_SCATTER);

    @Override
    public List<Finding> examine(Evidence evidence) {
        var findings = new ArrayList<Finding>();
        boolean said = evidence.flags().stream().anyMatch(each -> each.flag() == Flag.SOCKET_FALLBACK);
        for (var curve : evidence.alongSize()) {
            boolean counts = OPERATIONS.contains(curve.subject().operation()) && curve.subject().isOfGpus()
                    && curve.subject().placement() != Placement.IN_PLACE;
            if (counts && !said) {
                curve.cells().stream().filter(SlowNetwork::isBetweenNodes)
                        .max(Comparator.comparingDouble(cell -> cell.busbw().orElseThrow()))
                        .filter(cell -> cell.busbw().orElseThrow() < ETHERNET)
                        .ifPresent(cell -> findings.add(finding(curve, cell)));
            }
        }
        return findings;
    }

    private static boolean isBetweenNodes(Cell cell) {
        return cell.nodes() > 1 && cell.bytes() >= LEAST_BYTES && cell.busbw().isPresent();
    }

    private static Finding finding(Curve curve, Cell cell) {
        double own = cell.busbw().orElseThrow();
        return Finding.of(ID, Severity.WARNING, Confidence.CERTAIN,
                curve.subject().title() + " with " + curve.subject().stackTitle() + " on "
                        + Say.ranks(curve.subject(), cell.ranks()) + " of " + cell.nodes() + " nodes reaches "
                        + Say.gbps(own)
                        + " at best, less than 10 Gb/s Ethernet carries (1.25 GB/s). Which network it used, "
                        + "NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,NET tells.",
                List.of(new Quantity("speed", own, "GB/s"), new Quantity("ethernet", ETHERNET, "GB/s")), cell.rows());
    }
}
