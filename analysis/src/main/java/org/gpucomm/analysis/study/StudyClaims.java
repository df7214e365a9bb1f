package org.gpucomm.analysis.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.gpucomm.results.Operation;
import org.gpucomm.analysis.study.Claim.Ruling;
import org.gpucomm.analysis.evidence.Evidence;

/**
 * Claims in the EFA study's README (crazyguitar/aws-gpu-communication-benchmark, October 2025), each with the evidence in its data. All
 * values are single measurements, so that no claim is more than likely. Libefaxx's claim about quiet is the last one.
 */
public final class StudyClaims {

    private static final int[] GPUS = {16, 32, 64, 128, 256};
    private static final int[] JACOBI_GPUS = {16, 32, 64, 128};
    private static final int GPUS_OF_A_NODE = 8;
    /** GB/s per GPU of EFA on a p5.48xlarge: 3200 Gb/s per node. */
    private static final double EFA = 50;
    private static final long LARGEST_COMMON = 2048 * Study.MIB;

    private final Study study;

    private StudyClaims(Evidence evidence) {
        this.study = new Study(evidence);
    }

    /** Returns all claims in the order of the text. @param evidence evidence with all bundled results */
    public static List<Claim> of(Evidence evidence) {
        var claims = new StudyClaims(evidence);
        var again = new H200Replication(evidence);
        return Stream.of(claims.alltoallIsSlower(), claims.moreGpusAreSlower(), claims.alltoallFallsTo40(),
                claims.ncclWinsBelow32(), claims.nvshmemStays(), claims.deviceIsSlower(), claims.largeMessagesHurt(),
                claims.plainNcclWins(), claims.blockingNvshmemLoses(), claims.optimisedNvshmemWins(), again.quiet())
                .map(claim -> again.of(claim.number()).map(claim::with).orElse(claim)).toList();
    }

    private Claim alltoallIsSlower() {
        var alltoall = study.nccl(Operation.ALLTOALL);
        var gather = study.nccl(Operation.ALL_GATHER);
        var reduce = study.nccl(Operation.ALL_REDUCE);
        var reversed = new ArrayList<String>();
        int places = 0;
        int belowReduce = 0;
        for (int gpus : GPUS) {
            for (long size : alltoall.sizes()) {
                places++;
                if (gather.bandwidth(gpus, size) < alltoall.bandwidth(gpus, size)) {
                    reversed.add(
                            Digits.size(size) + " on " + gpus + " GPUs (All-Gather "
                                    + Digits.number(gather.bandwidth(gpus, size))
                                    + ", All-to-All " + Digits.number(alltoall.bandwidth(gpus, size)) + " GB/s)");
                }
                belowReduce += reduce.bandwidth(gpus, size) > alltoall.bandwidth(gpus, size) ? 1 : 0;
            }
        }
        return claim("1", "All-to-All is significantly slower than All-Gather and All-Reduce.",
                reversed.isEmpty() ? Ruling.SUPPORTED : Ruling.PARTLY,
                "On the plotted means All-to-All has " + range(gpus -> alltoall.mean(gpus) / gather.mean(gpus))
                        + " of All-Gather's bandwidth and " + range(gpus -> alltoall.mean(gpus) / reduce.mean(gpus))
                        + " of All-Reduce's.",
                "Size by size All-Reduce is faster in " + belowReduce + " of " + places + " places, All-Gather in "
                        + (places - reversed.size()) + "; it is reversed at " + String.join(", ", reversed) + ".",
                "Algorithm bandwidths of different operations do not compare, and All-Reduce's mean is over 9 sizes, the others' "
                        + "over 7.");
    }

    private Claim moreGpusAreSlower() {
        var gather = study.nccl(Operation.ALL_GATHER);
        var rises = new ArrayList<String>();
        for (var operation : List.of(Operation.ALL_REDUCE, Operation.ALL_GATHER, Operation.ALLTOALL)) {
            var table = study.nccl(operation);
            for (long size : table.sizes()) {
                for (int i = 1; i < GPUS.length; i++) {
                    double before = table.bandwidth(GPUS[i - 1], size);
                    double after = table.bandwidth(GPUS[i], size);
                    if (after > before) {
                        rises.add(operation.title() + " of " + Digits.size(size) + " from " + GPUS[i - 1] + " to "
                                + GPUS[i]
                                + " GPUs (" + Digits.number(before) + " to " + Digits.number(after) + " GB/s)");
                    }
                }
            }
        }
        double[] sameChunk = IntStream.of(GPUS).mapToDouble(gpus -> gather.bandwidth(gpus, 2 * Study.MIB * gpus))
                .sorted()
                .toArray();
        return claim("2", "With more GPUs both performance and bandwidth degrade noticeably.", Ruling.PARTLY,
                "On means from 16 to 256 GPUs: " + Operation.ALL_REDUCE.title() + " "
                        + change(study.nccl(Operation.ALL_REDUCE)) + ", " + Operation.ALL_GATHER.title() + " "
                        + change(gather) + ", " + Operation.ALLTOALL.title() + " "
                        + change(study.nccl(Operation.ALLTOALL))
                        + ".",
                "It rises for " + String.join(", ", rises) + ": all three at 16 MiB a rank.",
                "At the same 2 MiB a rank All-Gather keeps " + Digits.number(sameChunk[0]) + " to "
                        + Digits.number(sameChunk[sameChunk.length - 1])
                        + " GB/s from 16 to 256 GPUs: much of what looks like a loss "
                        + "by more GPUs is that each sends fewer bytes of a message of fixed size.");
    }

    private Claim alltoallFallsTo40() {
        var alltoall = study.nccl(Operation.ALLTOALL);
        IntToDoubleFunction offNode = gpus -> alltoall.bandwidth(gpus, LARGEST_COMMON) * (gpus - GPUS_OF_A_NODE) / gpus;
        return claim("3", "All-to-All's bandwidth decreases to approximately 40 GB/s.", Ruling.PARTLY,
                "Only at the largest sizes on 256 GPUs: " + Digits.number(alltoall.bandwidth(256, 1024 * Study.MIB))
                        + " at 1 GiB and "
                        + Digits.number(alltoall.bandwidth(256, LARGEST_COMMON))
                        + " at 2 GiB. The mean that the figure draws is "
                        + Digits.number(alltoall.mean(256)) + " GB/s there, and 32 MiB reaches "
                        + Digits.number(alltoall.bandwidth(256, 32 * Study.MIB)) + ".",
                "What each GPU sends off its node at 2 GiB, algbw · (n-8)/n, is " + range(offNode)
                        + " GB/s on every number of "
                        + "GPUs, " + range(gpus -> 100 * offNode.applyAsDouble(gpus) / EFA) + " % of EFA's "
                        + Digits.number(EFA)
                        + " GB/s a GPU: the network is used alike throughout, and the decline is the share that stays on "
                        + "NVLink.");
    }

    private Claim ncclWinsBelow32() {
        var nccl = study.nccl(Operation.ALLTOALL);
        var host = study.nvshmem("host");
        var points = new ArrayList<String>();
        boolean everywhere = true;
        for (long size : List.of(32 * Study.MIB, 64 * Study.MIB, 128 * Study.MIB)) {
            IntToDoubleFunction lead = gpus -> nccl.bandwidth(gpus, size) / host.bandwidth(gpus, size);
            points.add(
                    Digits.size(size) + ": NCCL's bandwidth over NVSHMEM's is " + Digits.number(lead.applyAsDouble(16))
                            + " on 16 GPUs and "
                            + Digits.number(lead.applyAsDouble(32)) + " on 32" + crossing(lead) + ".");
            everywhere &= lead.applyAsDouble(16) > 1;
        }
        points.add(
                "16 is the only number of GPUs below 32 that was measured, and nothing was measured with both below 32 MiB or "
                        + "above 128 MiB. The threshold depends on the size.");
        return claim("4", "Below 32 GPUs NCCL is faster than NVSHMEM in All-to-All.",
                everywhere ? Ruling.PARTLY : Ruling.NOT, points.toArray(String[]::new));
    }

    private Claim nvshmemStays() {
        var host = study.nvshmem("host");
        var nccl = study.nccl(Operation.ALLTOALL);
        var changes = host.sizes().stream()
                .map(size -> Digits.percent(host.bandwidth(256, size) / host.bandwidth(16, size) - 1) + " at "
                        + Digits.size(size))
                .toList();
        return claim("5", "NVSHMEM hardly degrades as the number of GPUs increases.", Ruling.SUPPORTED,
                "From 16 to 256 GPUs: " + String.join(", ", changes) + ".",
                "NCCL over the same: "
                        + Digits.percent(nccl.bandwidth(256, 32 * Study.MIB) / nccl.bandwidth(16, 32 * Study.MIB) - 1)
                        + " at 32 MiB, "
                        + Digits.percent(nccl.bandwidth(256, 128 * Study.MIB) / nccl.bandwidth(16, 128 * Study.MIB) - 1)
                        + " at 128 MiB.",
                "At 128 MiB it stays at a bandwidth that has collapsed (claim 7).");
    }

    private Claim deviceIsSlower() {
        var host = study.nvshmem("host");
        var device = study.nvshmem("device");
        var ratios = new ArrayList<String>();
        int places = 0;
        int slower = 0;
        for (long size : host.sizes()) {
            if (device.has(16, size)) {
                ratios.add(range(gpus -> host.bandwidth(gpus, size) / device.bandwidth(gpus, size)) + " times at "
                        + Digits.size(size));
                for (int gpus : GPUS) {
                    places++;
                    slower += host.bandwidth(gpus, size) > device.bandwidth(gpus, size) ? 1 : 0;
                }
            }
        }
        return claim("6", "GPU-initiated communication has a higher latency than CPU-initiated.",
                slower == places ? Ruling.PARTLY : Ruling.NOT,
                "Device takes longer in " + slower + " of " + places + " places: host is faster "
                        + String.join(", ", ratios)
                        + ".",
                "The names mislead: both programs launch a kernel on the GPU and go through the CPU proxy to EFA. They differ in "
                        + "how they are launched and in the number of blocks (device: one block of 256 threads), which is what "
                        + "this compares.",
                "No host data below 2 MiB, where initiation by the GPU would matter most.");
    }

    private Claim largeMessagesHurt() {
        var host = study.nvshmem("host");
        var device = study.nvshmem("device");
        double spread = spread(gpus -> device.bandwidth(gpus, 16 * Study.MIB));
        return claim("7", "Very large packets degrade NVSHMEM significantly, whatever the number of GPUs.",
                Ruling.PARTLY,
                "Host falls to "
                        + range(gpus -> 100 * host.bandwidth(gpus, 128 * Study.MIB)
                                / host.bandwidth(gpus, 64 * Study.MIB))
                        + " % from 64 to 128 MiB, and rises by "
                        + range(gpus -> 100
                                * (host.bandwidth(gpus, 64 * Study.MIB) / host.bandwidth(gpus, 4 * Study.MIB) - 1))
                        + " % from 4 to 64 MiB: a cliff at one size.",
                "Device falls by "
                        + range(gpus -> 100 * (1 - device.bandwidth(gpus, 16 * Study.MIB) / peak(device, gpus)))
                        + " % from its peak to 16 MiB, gradually; the spread over GPUs there is "
                        + Digits.percent(spread)
                        + ".",
                "It is not packet size: the size is the whole buffer, and 64 MiB on 16 GPUs, 4 MiB a peer, runs at "
                        + Digits.number(host.bandwidth(16, 64 * Study.MIB))
                        + " GB/s where 128 MiB on 256, 0.5 MiB a peer, runs at "
                        + Digits.number(host.bandwidth(256, 128 * Study.MIB))
                        + ". 128 MiB is also the largest size of that run; a run with -e 512M would separate the two.");
    }

    private Claim plainNcclWins() {
        var points = new ArrayList<String>();
        boolean atAll = true;
        for (int gpus : JACOBI_GPUS) {
            double plain = study.jacobi("nccl", "", gpus);
            double[] others = List.of("overlap", "overlap+graph", "overlap+graph+buffer").stream()
                    .mapToDouble(variant -> study.jacobi("nccl", variant, gpus) / plain).sorted().toArray();
            points.add(gpus + " GPUs: the others take " + String.format(Locale.ROOT, "%.3f", others[0]) + " to "
                    + String.format(Locale.ROOT, "%.3f", others[2]) + " times NCCL's time.");
            atAll &= others[0] > 1;
        }
        points.add(
                "NCCL's run on 16 GPUs looks like an outlier: its efficiency rises from 16 to 32 GPUs, the only one that does, "
                        + "and its printed speedup does not follow from its times.");
        return claim("8", "Plain NCCL performs better than with overlap, CUDA graphs or user buffers in Jacobi.",
                atAll ? Ruling.SUPPORTED : Ruling.PARTLY, points.toArray(String[]::new));
    }

    private Claim blockingNvshmemLoses() {
        boolean slowest = true;
        for (int gpus : JACOBI_GPUS) {
            double time = study.jacobi("nvshmem", "", gpus);
            slowest &= time > study.jacobi("nccl", "overlap+graph+buffer", gpus)
                    && time > study.jacobi("nccl", "", gpus)
                    && time > study.jacobi("nvshmem", "block", gpus);
        }
        return claim("9a", "NVSHMEM with blocking GPU-initiated communication performs worse in Jacobi.",
                slowest ? Ruling.SUPPORTED : Ruling.NOT,
                "It takes " + times(gpus -> study.jacobi("nvshmem", "", gpus) / study.jacobi("nccl", "", gpus))
                        + " times NCCL's time on 16, 32, 64 and 128 GPUs.",
                "The plain program writes single elements (nvshmem_float_p); its block variant is a thread-block-scoped "
                        + "non-blocking put, not a blocking one.");
    }

    private Claim optimisedNvshmemWins() {
        IntToDoubleFunction lead = gpus -> 100 * (study.jacobi("nccl", "", gpus)
                / study.jacobi("nvshmem", "block+overlap+sync", gpus) - 1);
        IntToDoubleFunction overBlock = gpus -> 100 * (study.jacobi("nvshmem", "block", gpus)
                / study.jacobi("nvshmem", "block+overlap+sync", gpus) - 1);
        boolean first = IntStream.of(JACOBI_GPUS)
                .allMatch(gpus -> lead.applyAsDouble(gpus) > 0 && overBlock.applyAsDouble(gpus) > 0);
        return claim("9b",
                "NVSHMEM with non-blocking puts, overlap and neighbourhood synchronisation is the best in Jacobi.",
                first ? Ruling.PARTLY : Ruling.NOT,
                "It leads NCCL by " + times(lead) + " % on 16, 32, 64 and 128 GPUs, and the block put alone by "
                        + times(overBlock)
                        + " %. Leads of a few percent are within what noise can be: these are single runs.",
                "All of it rests on a kernel that moves 4.5 GB/s of a memory of 3350 GB/s: near-perfect "
                        + "efficiencies and the ranking do not carry over to a kernel at full speed.");
    }

    private Claim claim(String number, String claim, Ruling ruling, String... points) {
        return new Claim(number, claim, ruling, List.of(points), study.takeUsed());
    }

    private static String crossing(IntToDoubleFunction lead) {
        for (int i = 1; i < GPUS.length; i++) {
            if (lead.applyAsDouble(GPUS[i - 1]) > 1 && lead.applyAsDouble(GPUS[i]) < 1) {
                return "; they cross between " + GPUS[i - 1] + " and " + GPUS[i] + " GPUs";
            }
        }
        return "; NCCL leads on every number of GPUs";
    }

    private static String change(Study.Table table) {
        return Digits.percent(table.mean(256) / table.mean(16) - 1);
    }

    private static double peak(Study.Table table, int gpus) {
        return table.sizes().stream().mapToDouble(size -> table.bandwidth(gpus, size)).max().orElseThrow();
    }

    private static double spread(IntToDoubleFunction value) {
        var values = IntStream.of(GPUS).mapToDouble(value).sorted().toArray();
        return values[values.length - 1] / values[0] - 1;
    }

    private static String range(IntToDoubleFunction value) {
        var values = IntStream.of(GPUS).mapToDouble(value).sorted().toArray();
        return Digits.number(values[0]) + " to " + Digits.number(values[values.length - 1]);
    }

    private static String times(IntToDoubleFunction value) {
        return String.join(", ",
                IntStream.of(JACOBI_GPUS).mapToObj(gpus -> Digits.number(value.applyAsDouble(gpus))).toList());
    }
}
