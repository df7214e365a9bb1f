package org.gpucomm.analysis.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongToDoubleFunction;

import org.gpucomm.analysis.study.Claim.Again;
import org.gpucomm.analysis.study.Claim.Ruling;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.evidence.RowRef;

/** Evidence from gpucomm's own runs on the H200s of one host about claims that were made over EFA, and its limits. */
final class H200Replication {

    private static final long MIB = Study.MIB;
    private static final long GIB = 1024 * MIB;
    private static final int NOT_SIZED = -1;
    private static final String FOUR = "4 H200 of one host, NVLink, NVSHMEM 3.4.5, medians of three rounds";
    private static final String TWO = "2 H200 of one host, NVLink, gpucomm's kernel, medians of three rounds";
    private static final String PROXY = "2 H200 of one host, a copy engine over NVLink behind the proxy, medians of three rounds";

    private final Evidence evidence;
    private final H200 rows;

    H200Replication(Evidence evidence) {
        this.evidence = evidence;
        this.rows = new H200(evidence);
    }

    /** @param claim number of the claim */
    Optional<Again> of(String claim) {
        return Optional.ofNullable(switch (claim) {
            case "6" -> whoStarts();
            case "7" -> largeMessages();
            case "8" -> plainNccl();
            case "9a" -> byElement();
            case "9b" -> best();
            case QUIET -> quietAgain();
            default -> null;
        });
    }

    private Again whoStarts() {
        var host = rows.alltoall("host");
        var block = rows.alltoall("device+block");
        var many = rows.alltoall("device+put_signal");
        var sizes = host.sizes();
        var slower = sizes.stream().filter(size -> block.time(size) > host.time(size)).toList();
        var faster = sizes.stream().filter(size -> many.time(size) < host.time(size)).toList();
        return again(FOUR, "Over one block, as the study's program has it, the device takes "
                + range(slower, size -> block.time(size) / host.time(size)) + " times as long as the host's call from "
                + ends(slower) + ", and less time below: " + Digits.number(block.time(sizes.first()))
                + " µs where the host's"
                + " call takes " + Digits.number(host.time(sizes.first())) + " at " + Digits.size(sizes.first()) + ".",
                "By puts with signals over many blocks it is the faster one at " + faster.size() + " of " + sizes.size()
                        + " sizes from " + ends(List.copyOf(sizes)) + ", "
                        + range(faster, size -> host.time(size) / many.time(size)) + " times.",
                slower.isEmpty() || faster.size() < sizes.size()
                        ? "Who starts and over how many blocks both count here."
                        : "Here it is the one block that is slow, not who starts.",
                "Both write straight into the other GPU's memory here. What it costs that a GPU's request goes through a "
                        + "proxy to EFA, these runs cannot say; and each of the host's calls launches a kernel, which is in its "
                        + "times.");
    }

    private Again largeMessages() {
        var host = rows.alltoall("host");
        var block = rows.alltoall("device+block");
        var many = rows.alltoall("device+put_signal");
        var beyond = rows.alltoallTo(GIB, "host");
        var manyBeyond = rows.alltoallTo(GIB, "device+put_signal");
        long last = host.sizes().last();
        long top = block.sizes().stream().max((a, b) -> Double.compare(block.bandwidth(a), block.bandwidth(b)))
                .orElseThrow();
        return again(FOUR, "With a symmetric heap larger than the largest message the host's call " + steps(host)
                + ": it goes from " + Digits.number(host.bandwidth(64 * MIB)) + " GB/s at 64 MiB to "
                + Digits.number(host.bandwidth(last)) + " at " + Digits.size(last) + ".",
                "On two H200s, medians of five rounds, it " + steps(beyond) + ": it goes from "
                        + Digits.number(beyond.bandwidth(64 * MIB)) + " GB/s at 64 MiB to "
                        + Digits.number(beyond.bandwidth(GIB)) + " at 1 GiB, over many blocks from "
                        + Digits.number(manyBeyond.bandwidth(64 * MIB)) + " to "
                        + Digits.number(manyBeyond.bandwidth(GIB))
                        + (falls(host) + falls(beyond) == 0 ? ". No size makes a cliff by itself." : "."),
                "The device over one block falls here too, without any network: by "
                        + Digits.number(100 * (1 - block.bandwidth(64 * MIB) / block.bandwidth(top))) + " % from "
                        + Digits.size(top) + " to 64 MiB; over many blocks it has "
                        + Digits.number(many.bandwidth(64 * MIB)) + " GB/s at 64 MiB and "
                        + Digits.number(many.bandwidth(last)) + " at " + Digits.size(last) + ".",
                "Over EFA memory is registered and requests go through a queue, neither of which has a part here, so what "
                        + "makes the study's cliff stays open.");
    }

    /** Returns the number of steps, by factors of four in size from 1 MiB up, in which the bandwidth falls, as text. */
    private static String steps(H200.Rounds rounds) {
        var large = large(rounds);
        return "falls in " + falls(rounds) + " of " + (large.size() - 1) + " steps from " + ends(large);
    }

    private static long falls(H200.Rounds rounds) {
        return large(rounds).stream().skip(1).filter(size -> rounds.bandwidth(size) < rounds.bandwidth(size / 4))
                .count();
    }

    private static List<Long> large(H200.Rounds rounds) {
        return List.copyOf(rounds.sizes().tailSet(MIB));
    }

    private Again plainNccl() {
        double plain = jacobi("nccl");
        var others = List.of("nccl+overlap", "nccl+overlap+graph", "nccl+overlap+graph+buffer");
        long faster = others.stream().filter(way -> jacobi(way) < plain).count();
        return again(TWO, faster + " of the three others are faster than plain NCCL: Jacobi takes "
                + Digits.ratio(jacobi(others.getFirst()) / plain) + " times its time with overlap, "
                + Digits.ratio(jacobi(others.get(1)) / plain) + " with graphs besides, "
                + Digits.ratio(jacobi(others.getLast()) / plain) + " with registered buffers besides.", ofJacobi());
    }

    private Again byElement() {
        double plain = jacobi("nccl");
        double element = jacobi("nvshmem");
        var ways = List.of("nccl", "nccl+overlap", "nccl+overlap+graph", "nccl+overlap+graph+buffer", "nvshmem+block",
                "nvshmem+block+overlap+sync", "linked");
        long behind = ways.stream().filter(way -> jacobi(way) < element).count();
        return again(TWO,
                "Element by element it takes " + Digits.ratio(element / plain) + " times NCCL's time; " + behind
                        + " of the " + ways.size() + " other ways are faster.",
                ofJacobi());
    }

    private Again best() {
        double best = jacobi("nvshmem+block+overlap+sync");
        return again(TWO, "It takes " + Digits.ratio(best / jacobi("nccl")) + " times plain NCCL's time, "
                + Digits.ratio(best / jacobi("nccl+overlap")) + " times that of NCCL with overlap and "
                + Digits.ratio(best / jacobi("nccl+overlap+graph")) + " with graphs besides"
                + (best > jacobi("nccl+overlap") ? ": it is not the best here." : "."),
                "By blocks alone it takes " + Digits.ratio(jacobi("nvshmem+block") / jacobi("nccl"))
                        + " times plain NCCL's time; a kernel that writes the halo itself, "
                        + Digits.ratio(jacobi("linked") / jacobi("nccl")) + ".",
                ofJacobi());
    }

    private static String ofJacobi() {
        return "Two GPUs, one host, a kernel near the memory's speed: how a halo goes over EFA among 16 to 128 GPUs, each of "
                + "which has less to compute, these runs cannot say.";
    }

    private double jacobi(String variant) {
        return rows.jacobi(variant).time(NOT_SIZED);
    }

    /** Number of the claim that is Libefaxx's, not the study's. */
    static final String QUIET = "L";

    /** Returns Libefaxx's claim with the evidence in its own table. */
    Claim quiet() {
        var used = new ArrayList<RowRef>();
        var one = lost("proxy-single", used);
        var four = lost("proxy-multi", used);
        return new Claim(QUIET, "A quiet after each request costs over 20 % of the bandwidth (Libefaxx).",
                Ruling.SUPPORTED, List.of(
                        "Over one EFA it costs " + one.getFirst() + " % at 8 MiB and " + one.getLast()
                                + " % at 1 GiB, over four " + four.getFirst() + " and " + four.getLast() + " %.",
                        "Its programs fill the buffer by one block of the GPU before each WRITE and count that time: with a "
                                + "quiet filling and WRITE follow one another, without it they overlap."),
                used);
    }

    private List<String> lost(String variant, List<RowRef> used) {
        return List.of(8 * MIB, GIB).stream().map(size -> {
            double with = published(variant, size, used);
            return Digits.number(100 * (1 - with / published(variant + "+nbi", size, used)));
        }).toList();
    }

    private double published(String variant, long bytes, List<RowRef> used) {
        var row = evidence.observations().stream().filter(each -> isPublished(each, variant, bytes)).findFirst()
                .orElseThrow(() -> new IllegalStateException("no row of " + variant + " and " + bytes + " bytes"));
        used.add(row.row());
        return Objects.requireNonNull(row.measurement().outcome().algbw()).doubleValue();
    }

    private static boolean isPublished(Observation each, String variant, long bytes) {
        var size = each.measurement().workload().messageSize();
        return "libefaxx".equals(each.measurement().stack().tool()) && size != null && size.count() == bytes
                && variant.equals(each.measurement().workload().variant());
    }

    private Again quietAgain() {
        var points = new ArrayList<String>();
        points.add("With nothing to fill quiet costs " + cost("", 0) + ".");
        for (int blocks : new int[]{1, 32}) {
            double fill = rows.proxy("fill", blocks).time(GIB);
            double write = rows.proxy("proxy", 0).time(GIB);
            points.add("Behind a filling by " + (blocks == 1 ? "one block" : blocks + " blocks") + " it costs "
                    + cost("+fill", blocks) + ". Filling alone takes " + micros(fill) + ": one after the other is "
                    + micros(fill + write) + ", the longer of both " + micros(Math.max(fill, write)) + ".");
        }
        return again(PROXY, points,
                "The WRITE is a copy engine's, not a network's. How long EFA takes for it, and what a queue "
                        + "pair adds to each request, these runs cannot say; that most of the cost is filling that no longer overlaps, "
                        + "they can.");
    }

    private String cost(String fill, int blocks) {
        double with = rows.proxy("proxy" + fill, blocks).time(GIB);
        double without = rows.proxy("proxy+nbi" + fill, blocks).time(GIB);
        return micros(with - without) + " a WRITE of 1 GiB, " + Digits.number(100 * (1 - without / with)) + " % ("
                + micros(with) + " for " + micros(without) + ")";
    }

    private static String micros(double value) {
        return Digits.number(value) + " µs";
    }

    /** Returns the evidence. The last of the words are its limits. */
    private Again again(String where, String... words) {
        var all = List.of(words);
        return again(where, all.subList(0, all.size() - 1), all.getLast());
    }

    private Again again(String where, List<String> points, String limits) {
        return new Again(where, points, limits, rows.takeUsed());
    }

    private static String range(List<Long> sizes, LongToDoubleFunction value) {
        var values = sizes.stream().mapToDouble(value::applyAsDouble).summaryStatistics();
        return Digits.number(values.getMin()) + " to " + Digits.number(values.getMax());
    }

    private static String ends(List<Long> sizes) {
        return Digits.size(sizes.getFirst()) + " to " + Digits.size(sizes.getLast());
    }
}
