package org.gpucomm.analysis.study;

import static org.gpucomm.analysis.study.Digits.ratio;
import static org.gpucomm.analysis.study.Digits.said;
import static org.gpucomm.analysis.study.StudyRows.GIB;
import static org.gpucomm.analysis.study.StudyRows.MIB;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.LongToDoubleFunction;

import org.gpucomm.results.Operation;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.rules.Phrases;
import org.gpucomm.analysis.study.Claim.Again;
import org.gpucomm.analysis.study.Claim.Ruling;
import org.gpucomm.analysis.study.StudyRows.Table;

/** Evidence from gpucomm's own runs on the H200s of one host about claims that were made over EFA, and its limits. */
final class H200Replication {

    /** Number of the claim that is Libefaxx's, not the study's. */
    static final String QUIET = "L";

    private static final String FOUR = "4 H200 of one host, NVLink, NVSHMEM 3.4.5, medians of three rounds";
    private static final String TWO = "2 H200 of one host, NVLink, gpucomm's kernel, medians of three rounds";
    private static final String PROXY = "2 H200 of one host, a copy engine over NVLink behind the proxy, medians of three rounds";
    private static final String LIMITS_OF_JACOBI = """
            Two GPUs, one host, a kernel near the memory's speed: how a halo goes over EFA among 16 to 128 GPUs, each of which has \
            less to compute, these runs cannot say.""";

    private final StudyRows rows;
    private final StudyRows libefaxx;

    H200Replication(Evidence evidence) {
        this.rows = new StudyRows(evidence,
                each -> "gpucomm".equals(each.stack().tool()) && "NVIDIA H200".equals(each.platform().gpu()));
        this.libefaxx = new StudyRows(evidence, each -> "libefaxx".equals(each.stack().tool()));
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
        var host = alltoall("host").on(4);
        var block = alltoall("device+block").on(4);
        var many = alltoall("device+put_signal").on(4);
        var sizes = List.copyOf(host.sizes());
        long least = sizes.getFirst();
        var slower = sizes.stream().filter(size -> block.time(size) > host.time(size)).toList();
        var faster = sizes.stream().filter(size -> many.time(size) < host.time(size)).toList();
        return again(FOUR, """
                Both write straight into the other GPU's memory here. What it costs that a GPU's request goes through a proxy to \
                EFA, these runs cannot say; and each of the host's calls launches a kernel, which is in its times.""",
                said("""
                        Over one block, as the study's program has it, the device takes %s times as long as the host's call \
                        from %s, and less time below: %s µs where the host's call takes %s at %s.""",
                        range(slower, size -> block.time(size) / host.time(size)), ends(slower), block.time(least),
                        host.time(least), Phrases.size(least)),
                said("By puts with signals over many blocks it is the faster one at %s of %s sizes from %s, %s times.",
                        faster.size(), sizes.size(), ends(sizes),
                        range(faster, size -> host.time(size) / many.time(size))),
                slower.isEmpty() || faster.size() < sizes.size()
                        ? "Who starts and over how many blocks both count here."
                        : "Here it is the one block that is slow, not who starts.");
    }

    private Again largeMessages() {
        var host = alltoall("host").on(4);
        var block = alltoall("device+block").on(4);
        var many = alltoall("device+put_signal").on(4);
        var toOneGib = alltoall("host").on(2).ofSize(GIB).runs();
        var beyond = alltoall("host").ofRuns(toOneGib);
        var manyBeyond = alltoall("device+put_signal").ofRuns(toOneGib);
        long last = host.sizes().last();
        long top = block.sizes().stream().max(Comparator.comparingDouble(block::bandwidth)).orElseThrow();
        return again(FOUR, """
                Over EFA memory is registered and requests go through a queue, neither of which has a part here, so what makes \
                the study's cliff stays open.""",
                said("""
                        With a symmetric heap larger than the largest message the host's call %s: it goes from %s GB/s at 64 \
                        MiB to %s at %s.""", steps(host), host.bandwidth(64 * MIB), host.bandwidth(last),
                        Phrases.size(last)),
                said("""
                        On two H200s, medians of five rounds, it %s: it goes from %s GB/s at 64 MiB to %s at 1 GiB, over many \
                        blocks from %s to %s.""", steps(beyond), beyond.bandwidth(64 * MIB), beyond.bandwidth(GIB),
                        manyBeyond.bandwidth(64 * MIB), manyBeyond.bandwidth(GIB))
                        + (falls(host) + falls(beyond) == 0 ? " No size makes a cliff by itself." : ""),
                said("""
                        The device over one block falls here too, without any network: by %s %% from %s to 64 MiB; over many \
                        blocks it has %s GB/s at 64 MiB and %s at %s.""",
                        100 * (1 - block.bandwidth(64 * MIB) / block.bandwidth(top)), Phrases.size(top),
                        many.bandwidth(64 * MIB), many.bandwidth(last), Phrases.size(last)));
    }

    /** Returns the number of steps, by factors of four in size from 1 MiB up, in which the bandwidth falls, as text. */
    private static String steps(Table table) {
        var large = List.copyOf(table.sizes().tailSet(MIB));
        return said("falls in %s of %s steps from %s", falls(table), large.size() - 1, ends(large));
    }

    private static long falls(Table table) {
        return table.sizes().tailSet(MIB).stream().skip(1)
                .filter(size -> table.bandwidth(size) < table.bandwidth(size / 4)).count();
    }

    private Again plainNccl() {
        double plain = jacobi("nccl");
        double overlap = jacobi("nccl+overlap");
        double graphs = jacobi("nccl+overlap+graph");
        double buffers = jacobi("nccl+overlap+graph+buffer");
        long faster = List.of(overlap, graphs, buffers).stream().filter(time -> time < plain).count();
        return again(TWO, LIMITS_OF_JACOBI, said("""
                %s of the three others are faster than plain NCCL: Jacobi takes %s times its time with overlap, %s with graphs \
                besides, %s with registered buffers besides.""", faster, ratio(overlap / plain), ratio(graphs / plain),
                ratio(buffers / plain)));
    }

    private Again byElement() {
        double element = jacobi("nvshmem");
        var ways = List.of("nccl", "nccl+overlap", "nccl+overlap+graph", "nccl+overlap+graph+buffer", "nvshmem+block",
                "nvshmem+block+overlap+sync", "linked");
        long faster = ways.stream().filter(way -> jacobi(way) < element).count();
        return again(TWO, LIMITS_OF_JACOBI,
                said("Element by element it takes %s times NCCL's time; %s of the %s other ways are faster.",
                        ratio(element / jacobi("nccl")), faster, ways.size()));
    }

    private Again best() {
        double best = jacobi("nvshmem+block+overlap+sync");
        double plain = jacobi("nccl");
        double overlap = jacobi("nccl+overlap");
        return again(TWO, LIMITS_OF_JACOBI,
                said("""
                It takes %s times plain NCCL's time, %s times that of NCCL with overlap and %s with graphs besides%s.""",
                        ratio(best / plain), ratio(best / overlap), ratio(best / jacobi("nccl+overlap+graph")),
                        best > overlap ? ": it is not the best here" : ""),
                said("""
                        By blocks alone it takes %s times plain NCCL's time; a kernel that writes the halo itself, %s.""",
                        ratio(jacobi("nvshmem+block") / plain), ratio(jacobi("linked") / plain)));
    }

    /** Returns Libefaxx's claim with the evidence in its own table. */
    Claim quiet() {
        return new Claim(QUIET, "A quiet after each request costs over 20 % of the bandwidth (Libefaxx).",
                Ruling.SUPPORTED, List.of(
                        said("Over one EFA it costs %s %% at 8 MiB and %s %% at 1 GiB, over four %s and %s %%.",
                                lost("proxy-single", 8 * MIB), lost("proxy-single", GIB), lost("proxy-multi", 8 * MIB),
                                lost("proxy-multi", GIB)),
                        """
                                Its programs fill the buffer by one block of the GPU before each WRITE and count that time: with a \
                                quiet filling and WRITE follow one another, without it they overlap."""),
                libefaxx.takeUsed());
    }

    /** Returns the share of the bandwidth in percent that a quiet costs. */
    private double lost(String variant, long bytes) {
        return 100 * (1 - ofVariant(libefaxx, variant).bandwidth(bytes)
                / ofVariant(libefaxx, variant + "+nbi").bandwidth(bytes));
    }

    private Again quietAgain() {
        var points = new ArrayList<String>();
        points.add("With nothing to fill quiet costs " + cost("", 0) + ".");
        for (int blocks : new int[]{1, 32}) {
            double fill = proxy("fill", blocks);
            double write = proxy("proxy", 0);
            points.add(said("""
                    Behind a filling by %s it costs %s. Filling alone takes %s µs: one after the other is %s µs, the longer of \
                    both %s µs.""", blocks == 1 ? "one block" : blocks + " blocks", cost("+fill", blocks), fill,
                    fill + write, Math.max(fill, write)));
        }
        return again(PROXY, """
                The WRITE is a copy engine's, not a network's. How long EFA takes for it, and what a queue pair adds to each \
                request, these runs cannot say; that most of the cost is filling that no longer overlaps, they can.""",
                points.toArray(String[]::new));
    }

    private String cost(String fill, int blocks) {
        double with = proxy("proxy" + fill, blocks);
        double without = proxy("proxy+nbi" + fill, blocks);
        return said("%s µs a WRITE of 1 GiB, %s %% (%s µs for %s µs)", with - without, 100 * (1 - without / with), with,
                without);
    }

    /** Returns NVSHMEM's all-to-all. */
    private Table alltoall(String variant) {
        return rows.table(Operation.ALLTOALL, "nvshmem", variant);
    }

    /** Returns the time of Jacobi in µs on two GPUs, in the runs with all variants. */
    private double jacobi(String variant) {
        var whole = ofVariant(rows, "nvshmem+block").with(each -> each.operation() == Operation.JACOBI).runs();
        return ofVariant(rows, variant).with(each -> each.operation() == Operation.JACOBI).ofRuns(whole).on(2)
                .time(StudyRows.NOT_SIZED);
    }

    /**
     * Returns the time of a WRITE of 1 GiB through a proxy in µs, or of the filling of the buffer alone.
     *
     * @param blocks number of filling blocks; 0 for no filling
     */
    private double proxy(String variant, int blocks) {
        return ofVariant(rows, variant).with(each -> each.operation() == Operation.WRITE
                && each.measurement().settings().get("blocks").orElse("0").equals("" + blocks)).time(GIB);
    }

    private static Table ofVariant(StudyRows rows, String variant) {
        return rows.table(each -> variant.equals(each.measurement().workload().variant()));
    }

    private Again again(String where, String limits, String... points) {
        return new Again(where, List.of(points), limits, rows.takeUsed());
    }

    private static String range(List<Long> sizes, LongToDoubleFunction value) {
        var values = sizes.stream().mapToDouble(value::applyAsDouble).summaryStatistics();
        return said("%s to %s", values.getMin(), values.getMax());
    }

    private static String ends(List<Long> sizes) {
        return Phrases.size(sizes.getFirst()) + " to " + Phrases.size(sizes.getLast());
    }
}
