package org.gpucomm.analysis.study;

import static org.gpucomm.analysis.study.Digits.percent;
import static org.gpucomm.analysis.study.Digits.ratio;
import static org.gpucomm.analysis.study.Digits.said;
import static org.gpucomm.analysis.study.StudyRows.GIB;
import static org.gpucomm.analysis.study.StudyRows.MIB;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.rules.Phrases;
import org.gpucomm.analysis.study.Claim.Ruling;
import org.gpucomm.analysis.study.StudyRows.Table;

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

    private final StudyRows study;
    private final Table alltoall;
    private final Table gather;
    private final Table reduce;
    private final Table host;
    private final Table device;

    private StudyClaims(Evidence evidence) {
        this.study = new StudyRows(evidence, each -> "study".equals(each.stack().tool()));
        this.alltoall = nccl(Operation.ALLTOALL);
        this.gather = nccl(Operation.ALL_GATHER);
        this.reduce = nccl(Operation.ALL_REDUCE);
        this.host = study.table(Operation.ALLTOALL, "nvshmem", "host");
        this.device = study.table(Operation.ALLTOALL, "nvshmem", "device");
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
        var reversed = new ArrayList<String>();
        int places = 0;
        int belowReduce = 0;
        for (int gpus : GPUS) {
            for (long size : alltoall.sizes()) {
                double own = alltoall.bandwidth(gpus, size);
                double gathered = gather.bandwidth(gpus, size);
                places++;
                if (gathered < own) {
                    reversed.add(said("%s on %s GPUs (All-Gather %s, All-to-All %s GB/s)", Phrases.size(size), gpus,
                            gathered, own));
                }
                belowReduce += reduce.bandwidth(gpus, size) > own ? 1 : 0;
            }
        }
        return claim("1", "All-to-All is significantly slower than All-Gather and All-Reduce.",
                reversed.isEmpty() ? Ruling.SUPPORTED : Ruling.PARTLY,
                said("On the plotted means All-to-All has %s of All-Gather's bandwidth and %s of All-Reduce's.",
                        range(gpus -> alltoall.mean(gpus) / gather.mean(gpus)),
                        range(gpus -> alltoall.mean(gpus) / reduce.mean(gpus))),
                said("Size by size All-Reduce is faster in %s of %s places, All-Gather in %s; it is reversed at %s.",
                        belowReduce, places, places - reversed.size(), String.join(", ", reversed)),
                """
                        Algorithm bandwidths of different operations do not compare, and All-Reduce's mean is over 9 sizes, the \
                        others' over 7.""");
    }

    private Claim moreGpusAreSlower() {
        var rises = new ArrayList<String>();
        for (var operation : List.of(Operation.ALL_REDUCE, Operation.ALL_GATHER, Operation.ALLTOALL)) {
            var table = nccl(operation);
            for (long size : table.sizes()) {
                for (int i = 1; i < GPUS.length; i++) {
                    double before = table.bandwidth(GPUS[i - 1], size);
                    double after = table.bandwidth(GPUS[i], size);
                    if (after > before) {
                        rises.add(said("%s of %s from %s to %s GPUs (%s to %s GB/s)", operation.title(),
                                Phrases.size(size), GPUS[i - 1], GPUS[i], before, after));
                    }
                }
            }
        }
        return claim("2", "With more GPUs both performance and bandwidth degrade noticeably.", Ruling.PARTLY,
                said("On means from 16 to 256 GPUs: All-Reduce %s, All-Gather %s, All-to-All %s.", change(reduce),
                        change(gather), change(alltoall)),
                said("It rises for %s: all three at 16 MiB a rank.", String.join(", ", rises)),
                said("""
                        At the same 2 MiB a rank All-Gather keeps %s GB/s from 16 to 256 GPUs: much of what looks like a loss by \
                        more GPUs is that each sends fewer bytes of a message of fixed size.""",
                        range(gpus -> gather.bandwidth(gpus, 2 * MIB * gpus))));
    }

    private Claim alltoallFallsTo40() {
        IntToDoubleFunction offNode = gpus -> alltoall.bandwidth(gpus, 2 * GIB) * (gpus - GPUS_OF_A_NODE) / gpus;
        return claim("3", "All-to-All's bandwidth decreases to approximately 40 GB/s.", Ruling.PARTLY,
                said("""
                        Only at the largest sizes on 256 GPUs: %s at 1 GiB and %s at 2 GiB. The mean that the figure draws is %s \
                        GB/s there, and 32 MiB reaches %s.""", alltoall.bandwidth(256, GIB),
                        alltoall.bandwidth(256, 2 * GIB), alltoall.mean(256), alltoall.bandwidth(256, 32 * MIB)),
                said("""
                        What each GPU sends off its node at 2 GiB, algbw · (n-8)/n, is %s GB/s on every number of GPUs, %s %% of \
                        EFA's %s GB/s a GPU: the network is used alike throughout, and the decline is the share that stays on \
                        NVLink.""", range(offNode), range(gpus -> 100 * offNode.applyAsDouble(gpus) / EFA), EFA));
    }

    private Claim ncclWinsBelow32() {
        var points = new ArrayList<String>();
        boolean everywhere = true;
        for (long size : List.of(32 * MIB, 64 * MIB, 128 * MIB)) {
            IntToDoubleFunction lead = gpus -> alltoall.bandwidth(gpus, size) / host.bandwidth(gpus, size);
            points.add(said("%s: NCCL's bandwidth over NVSHMEM's is %s on 16 GPUs and %s on 32%s.", Phrases.size(size),
                    lead.applyAsDouble(16), lead.applyAsDouble(32), crossing(lead)));
            everywhere &= lead.applyAsDouble(16) > 1;
        }
        points.add("""
                16 is the only number of GPUs below 32 that was measured, and nothing was measured with both below 32 MiB or \
                above 128 MiB. The threshold depends on the size.""");
        return claim("4", "Below 32 GPUs NCCL is faster than NVSHMEM in All-to-All.",
                everywhere ? Ruling.PARTLY : Ruling.NOT, points.toArray(String[]::new));
    }

    private Claim nvshmemStays() {
        return claim("5", "NVSHMEM hardly degrades as the number of GPUs increases.", Ruling.SUPPORTED,
                said("From 16 to 256 GPUs: %s.", host.sizes().stream().map(size -> change(host, size))
                        .collect(Collectors.joining(", "))),
                said("NCCL over the same: %s, %s.", change(alltoall, 32 * MIB), change(alltoall, 128 * MIB)),
                "At 128 MiB it stays at a bandwidth that has collapsed (claim 7).");
    }

    private Claim deviceIsSlower() {
        var ratios = new ArrayList<String>();
        int places = 0;
        int slower = 0;
        for (long size : host.sizes()) {
            if (device.has(16, size)) {
                IntToDoubleFunction ratio = gpus -> host.bandwidth(gpus, size) / device.bandwidth(gpus, size);
                ratios.add(range(ratio) + " times at " + Phrases.size(size));
                places += GPUS.length;
                slower += (int) IntStream.of(GPUS).filter(gpus -> ratio.applyAsDouble(gpus) > 1).count();
            }
        }
        return claim("6", "GPU-initiated communication has a higher latency than CPU-initiated.",
                slower == places ? Ruling.PARTLY : Ruling.NOT,
                said("Device takes longer in %s of %s places: host is faster %s.", slower, places,
                        String.join(", ", ratios)),
                """
                        The names mislead: both programs launch a kernel on the GPU and go through the CPU proxy to EFA. They \
                        differ in how they are launched and in the number of blocks (device: one block of 256 threads), which is \
                        what this compares.""",
                "No host data below 2 MiB, where initiation by the GPU would matter most.");
    }

    private Claim largeMessagesHurt() {
        var spread = IntStream.of(GPUS).mapToDouble(gpus -> device.bandwidth(gpus, 16 * MIB)).summaryStatistics();
        return claim("7", "Very large packets degrade NVSHMEM significantly, whatever the number of GPUs.",
                Ruling.PARTLY,
                said("Host falls to %s %% from 64 to 128 MiB, and rises by %s %% from 4 to 64 MiB: a cliff at one size.",
                        range(gpus -> 100 * host.bandwidth(gpus, 128 * MIB) / host.bandwidth(gpus, 64 * MIB)),
                        range(gpus -> 100 * (host.bandwidth(gpus, 64 * MIB) / host.bandwidth(gpus, 4 * MIB) - 1))),
                said("Device falls by %s %% from its peak to 16 MiB, gradually; the spread over GPUs there is %s.",
                        range(gpus -> 100 * (1 - device.bandwidth(gpus, 16 * MIB) / peak(device, gpus))),
                        percent(spread.getMax() / spread.getMin() - 1)),
                said("""
                        It is not packet size: the size is the whole buffer, and 64 MiB on 16 GPUs, 4 MiB a peer, runs at %s \
                        GB/s where 128 MiB on 256, 0.5 MiB a peer, runs at %s. 128 MiB is also the largest size of that run; a run \
                        with -e 512M would separate the two.""", host.bandwidth(16, 64 * MIB),
                        host.bandwidth(256, 128 * MIB)));
    }

    private Claim plainNcclWins() {
        var points = new ArrayList<String>();
        boolean atAll = true;
        for (int gpus : JACOBI_GPUS) {
            double plain = jacobi("nccl", "", gpus);
            var others = Stream.of("overlap", "overlap+graph", "overlap+graph+buffer")
                    .mapToDouble(variant -> jacobi("nccl", variant, gpus) / plain).summaryStatistics();
            points.add(said("%s GPUs: the others take %s to %s times NCCL's time.", gpus, ratio(others.getMin()),
                    ratio(others.getMax())));
            atAll &= others.getMin() > 1;
        }
        points.add("""
                NCCL's run on 16 GPUs looks like an outlier: its efficiency rises from 16 to 32 GPUs, the only one that does, \
                and its printed speedup does not follow from its times.""");
        return claim("8", "Plain NCCL performs better than with overlap, CUDA graphs or user buffers in Jacobi.",
                atAll ? Ruling.SUPPORTED : Ruling.PARTLY, points.toArray(String[]::new));
    }

    private Claim blockingNvshmemLoses() {
        boolean slowest = IntStream.of(JACOBI_GPUS).allMatch(gpus -> {
            double time = jacobi("nvshmem", "", gpus);
            return time > jacobi("nccl", "overlap+graph+buffer", gpus) && time > jacobi("nccl", "", gpus)
                    && time > jacobi("nvshmem", "block", gpus);
        });
        return claim("9a", "NVSHMEM with blocking GPU-initiated communication performs worse in Jacobi.",
                slowest ? Ruling.SUPPORTED : Ruling.NOT,
                said("It takes %s times NCCL's time on 16, 32, 64 and 128 GPUs.",
                        times(gpus -> jacobi("nvshmem", "", gpus) / jacobi("nccl", "", gpus))),
                """
                        The plain program writes single elements (nvshmem_float_p); its block variant is a thread-block-scoped \
                        non-blocking put, not a blocking one.""");
    }

    private Claim optimisedNvshmemWins() {
        IntToDoubleFunction lead = gpus -> lead("nccl", "", gpus);
        IntToDoubleFunction overBlock = gpus -> lead("nvshmem", "block", gpus);
        boolean first = IntStream.of(JACOBI_GPUS)
                .allMatch(gpus -> lead.applyAsDouble(gpus) > 0 && overBlock.applyAsDouble(gpus) > 0);
        return claim("9b",
                "NVSHMEM with non-blocking puts, overlap and neighbourhood synchronisation is the best in Jacobi.",
                first ? Ruling.PARTLY : Ruling.NOT,
                said("""
                        It leads NCCL by %s %% on 16, 32, 64 and 128 GPUs, and the block put alone by %s %%. Leads of a few \
                        percent are within what noise can be: these are single runs.""", times(lead), times(overBlock)),
                """
                        All of it rests on a kernel that moves 4.5 GB/s of a memory of 3350 GB/s: near-perfect efficiencies and \
                        the ranking do not carry over to a kernel at full speed.""");
    }

    private Claim claim(String number, String claim, Ruling ruling, String... points) {
        return new Claim(number, claim, ruling, List.of(points), study.takeUsed());
    }

    private Table nccl(Operation operation) {
        return study.table(operation, "nccl", "")
                .with(each -> each.measurement().workload().placement() == Placement.OUT_OF_PLACE);
    }

    /** Returns the time of Jacobi in µs. @param variant empty for the plain program */
    private double jacobi(String library, String variant, int gpus) {
        return study.table(Operation.JACOBI, library, variant).on(gpus).time(StudyRows.NOT_SIZED);
    }

    /** Returns how much longer than the optimised NVSHMEM another program takes, in percent. */
    private double lead(String library, String variant, int gpus) {
        return 100 * (jacobi(library, variant, gpus) / jacobi("nvshmem", "block+overlap+sync", gpus) - 1);
    }

    private static String crossing(IntToDoubleFunction lead) {
        for (int i = 1; i < GPUS.length; i++) {
            if (lead.applyAsDouble(GPUS[i - 1]) > 1 && lead.applyAsDouble(GPUS[i]) < 1) {
                return "; they cross between " + GPUS[i - 1] + " and " + GPUS[i] + " GPUs";
            }
        }
        return "; NCCL leads on every number of GPUs";
    }

    private static String change(Table table) {
        return percent(table.mean(256) / table.mean(16) - 1);
    }

    private static String change(Table table, long size) {
        return percent(table.bandwidth(256, size) / table.bandwidth(16, size) - 1) + " at " + Phrases.size(size);
    }

    private static double peak(Table table, int gpus) {
        return table.sizes().stream().mapToDouble(size -> table.bandwidth(gpus, size)).max().orElseThrow();
    }

    private static String range(IntToDoubleFunction value) {
        var values = IntStream.of(GPUS).mapToDouble(value).summaryStatistics();
        return said("%s to %s", values.getMin(), values.getMax());
    }

    private static String times(IntToDoubleFunction value) {
        return IntStream.of(JACOBI_GPUS).mapToObj(gpus -> Digits.number(value.applyAsDouble(gpus)))
                .collect(Collectors.joining(", "));
    }
}
