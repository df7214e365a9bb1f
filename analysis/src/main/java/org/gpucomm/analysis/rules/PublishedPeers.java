package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

import org.apache.commons.statistics.descriptive.Median;
import org.gpucomm.results.Placement;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.hardware.NodeNetwork;
import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.analysis.hardware.Published;
import org.gpucomm.analysis.rules.Finding.Cause.Kind;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;
import org.gpucomm.analysis.identity.Agreement;

/**
 * Comparison with published values for the same operation, library, GPU, number of nodes, network and message size. If there are none,
 * with the traffic off each node on other numbers of nodes, the values of each network the log may not have named, or thresholds.
 */
final class PublishedPeers implements Rule {

    private static final String ID = "peers";
    private static final String RESEMBLANCE = "resemblance";
    /** Share of the median below which a result is low. Published values for one kind of hardware agree within 15 %. */
    private static final double LOW = 0.85;
    /** Largest relative difference between healthy runs on one kind of hardware. Other kinds differ by more. */
    private static final double ALIKE = 0.05;
    /** Share below which another network or part of one is the usual cause, even if details of the run are unknown. */
    private static final double VERY_LOW = 0.5;
    /** Share below which, at less than this bus bandwidth in GB/s, TCP sockets are likely. */
    private static final double FALLBACK = 0.25;
    private static final double MOST_OF_SOCKETS = 15;
    private static final int MOST_SOURCES = 3;
    /** Name that a driver gives to a GPU newer than the driver. */
    private static final String OF_NO_NAME = "Graphics Device";
    /** Size in bytes below which latency dominates the bandwidth, and published values differ by factors. */
    private static final long LEAST_BYTES = 16 << 20;

    private final Profiles profiles;

    PublishedPeers(Profiles profiles) {
        this.profiles = profiles;
    }

    @Override
    public List<Finding> examine(Evidence evidence) {
        var findings = new ArrayList<Finding>();
        for (var curve : evidence.alongSize()) {
            if (curve.subject().placement() != Placement.IN_PLACE && isPlain(curve)) {
                (isUnnamed(curve) ? alike(curve) : beside(curve)).ifPresent(findings::add);
            }
        }
        return findings;
    }

    /** Returns whether the run is like published ones: no imposed protocol or algorithm, and no variant. */
    private static boolean isPlain(Curve curve) {
        var identity = curve.subject().identity();
        return identity.variant().isEmpty() && curve.subject().variables().isEmpty()
                && !identity.environment().contains("NCCL_ALGO") && !identity.environment().contains("NCCL_PROTO");
    }

    private static boolean isUnnamed(Curve curve) {
        var gpu = curve.subject().gpu();
        return (gpu.isEmpty() || gpu.contains(OF_NO_NAME)) && curve.subject().instanceType().isEmpty();
    }

    /** Reports published runs with a similar bandwidth at the largest size, if the log does not name its GPUs. */
    private Optional<Finding> alike(Curve curve) {
        long ranks = curve.fixed() > 0 ? curve.fixed() : InferredRanks.of(curve).orElse(0);
        return curve.cells().stream().filter(cell -> cell.bytes() >= LEAST_BYTES && cell.busbw().isPresent())
                .filter(cell -> !(cell.spread() > Agreement.FACTOR)).max(Comparator.comparingLong(Cell::bytes))
                .flatMap(cell -> {
                    var like = profiles.values().stream().filter(value -> isAlike(value, curve, cell, ranks)).toList();
                    return like.isEmpty() ? Optional.empty() : Optional.of(alike(curve, cell, ranks, like));
                });
    }

    private static boolean isAlike(Published value, Curve curve, Cell cell, long ranks) {
        var identity = curve.subject().identity();
        return !value.threshold() && value.ranks() == ranks && (cell.nodes() < 1 || cell.nodes() == value.nodes())
                && value.operation().equals(identity.operation().id()) && value.library().equals(identity.library())
                && !value.fabric().isEmpty() && PublishedComparison.isNear(value.bytes(), cell.bytes())
                && Math.abs(cell.busbw().orElseThrow() / value.busbw() - 1) <= ALIKE;
    }

    private static Finding alike(Curve curve, Cell cell, long ranks, List<Published> like) {
        double own = cell.busbw().orElseThrow();
        var speeds = like.stream().mapToDouble(Published::busbw).sorted().toArray();
        var whose = like.stream().map(value -> ranks + " " + value.gpu()
                + (value.nodes() == 1 ? "" : " over " + NodeNetwork.title(value.fabric()))).distinct().toList();
        var sentence = """
                %s of %s on %s reaches %s, as published runs of %s do. They reach %s GB/s; the log does not name its GPUs.%s \
                Published by %s.""".formatted(curve.subject().title(), Phrases.size(cell.bytes()),
                Phrases.ranks(curve.subject(), ranks), Phrases.gbps(own), Phrases.list(whose),
                Phrases.range(speeds[0], speeds[speeds.length - 1]), curve.fixed() > 0 ? "" : InferredRanks.SAID + ".",
                sources(like));
        return Finding.of(RESEMBLANCE, Severity.NOTICE, Confidence.AMBIGUOUS, sentence,
                List.of(new Quantity("own", own, "GB/s"), new Quantity("published", like.size(), "")), cell.rows())
                .withOpen(false);
    }

    /** Measured place with its name and the published values for it. */
    private record Reached(Curve curve, Cell cell, PublishedComparison beside) {

        double busbw() {
            return cell.busbw().orElseThrow();
        }

        String what() {
            var run = curve.subject().run();
            return curve.subject().title() + (run.isEmpty() ? "" : " in " + run) + " of " + Phrases.size(cell.bytes())
                    + " on "
                    + Phrases.ranks(curve.subject(), cell.ranks())
                    + (cell.nodes() > 1 ? " of " + cell.nodes() + " nodes" : "");
        }
    }

    /** Returns the finding of the first comparison with published values, at the largest size that has any. */
    private Optional<Finding> beside(Curve curve) {
        var sizes = curve.cells().stream().filter(cell -> cell.bytes() >= LEAST_BYTES && cell.busbw().isPresent())
                .filter(cell -> !(cell.spread() > Agreement.FACTOR))
                .sorted(Comparator.comparingLong(Cell::bytes).reversed())
                .map(cell -> new Reached(curve, cell, new PublishedComparison(profiles, curve, cell))).toList();
        var fastest = sizes.stream().max(Comparator.comparingDouble(Reached::busbw)).stream().toList();
        return first(sizes, PublishedComparison::same, (at, like) -> finding(at, like, false))
                .or(() -> first(sizes, PublishedComparison::onOtherNodes, (at, like) -> finding(at, like, true)))
                .or(() -> first(sizes, PublishedComparison::overAnyFabric, PublishedPeers::ofSomeFabric))
                .or(() -> first(fastest, PublishedComparison::ofNoSize, (at, like) -> finding(at, like, false)))
                .or(() -> first(sizes, PublishedComparison::asked, PublishedPeers::ofThreshold));
    }

    private static Optional<Finding> first(List<Reached> sizes,
            Function<PublishedComparison, List<Published>> published,
            BiFunction<Reached, List<Published>, Finding> said) {
        for (var at : sizes) {
            var like = published.apply(at.beside());
            if (!like.isEmpty()) {
                return Optional.of(said.apply(at, like));
            }
        }
        return Optional.empty();
    }

    private static Finding finding(Reached at, List<Published> like, boolean offNode) {
        ToDoubleFunction<Published> of = offNode
                ? value -> PublishedComparison.offNode(value).orElseThrow()
                : Published::busbw;
        double own = offNode ? at.beside().offNode().orElseThrow() : at.busbw();
        var values = like.stream().mapToDouble(of).sorted().toArray();
        double median = Median.withDefaults().evaluate(values.clone());
        double share = own / median;
        boolean known = at.beside().isOfKnownFabric();
        boolean isOfSockets = isOfSockets(at.cell(), share);
        var sentence = "%s %s, %s of the %s%s.%s%s Published by %s.".formatted(at.what(),
                offNode ? "sends " + Phrases.gbps(own) + " a GPU off its node" : "reaches " + Phrases.gbps(own),
                Phrases.percent(share), like.size() == 1 ? "one published run" : "published median",
                over(like, known, offNode, Phrases.range(values[0], values[values.length - 1])),
                isOfSockets ? " TCP sockets, or a network plugin that was not loaded, give so little." : "",
                askedFor(at.beside().asked()), sources(like));
        boolean isLow = share < LOW && (known || share < VERY_LOW);
        return judged(isLow, known ? Confidence.LIKELY : Confidence.AMBIGUOUS, sentence,
                List.of(new Quantity("own", own, "GB/s"), new Quantity("median", median, "GB/s"),
                        new Quantity("share", 100 * share, "%"), new Quantity("published", like.size(), "")),
                at, isOfSockets ? Consequence.SOCKETS : Consequence.BELOW, share);
    }

    private static Finding judged(boolean isLow, Confidence confidence, String sentence, List<Quantity> numbers,
            Reached at, Consequence ofLow, double share) {
        var rows = at.cell().rows();
        return (isLow
                ? Finding.of(ID, Severity.WARNING, confidence, sentence, numbers, rows).withConsequence(ofLow)
                        .withCause(Kind.NETWORK, 1 / share)
                : Finding.of(ID, Severity.NOTICE, confidence, sentence, numbers, rows)).withOpen(false);
    }

    /** Returns whether only TCP between nodes is as slow. */
    private static boolean isOfSockets(Cell cell, double share) {
        return cell.nodes() > 1 && share < FALLBACK && cell.busbw().orElseThrow() < MOST_OF_SOCKETS;
    }

    /** Returns, for example, {@code of H100 over EFA. 2 published runs reach 487 to 488 GB/s}. */
    private static String over(List<Published> like, boolean known, boolean offNode, String range) {
        var first = like.getFirst();
        var fabric = first.nodes() == 1 ? "" : " over " + NodeNetwork.title(first.fabric());
        return " of " + first.gpu() + (known ? fabric : "") + ". "
                + (like.size() == 1
                        ? "That one " + (offNode ? "sends " : "reaches ")
                        : like.size() + " published runs " + (offNode ? "send " : "reach "))
                + range + " GB/s" + (known ? "" : fabric) + (offNode ? " on another number of nodes" : "")
                + (first.bytes() == 0 ? ", at an unstated size" : "")
                + (known ? "" : "; the log does not name its network");
    }

    /** Reports the values of each network, if the log does not name its network. */
    private static Finding ofSomeFabric(Reached at, List<Published> near) {
        var byFabric = near.stream()
                .collect(Collectors.groupingBy(Published::fabric, LinkedHashMap::new, Collectors.toList()));
        var each = byFabric.values().stream().map(values -> ofFabric(values, at.cell().bytes())).toList();
        var speeds = byFabric.values().stream().flatMap(values -> shown(values, at.cell().bytes()).stream())
                .mapToDouble(Published::busbw).sorted().toArray();
        double least = speeds[0];
        double most = speeds[speeds.length - 1];
        boolean isLow = at.busbw() < VERY_LOW * least;
        var gpu = near.getFirst().gpu();
        var beside = isLow
                ? ", %s of the slowest published run of %s (%s)".formatted(Phrases.percent(at.busbw() / least), gpu,
                        Phrases.gbps(least))
                : "%s; published runs of as many %s reach %s GB/s".formatted(
                        at.busbw() < LOW * least
                                ? SlowNetwork.carriers(at.cell())
                                : SlowNetwork.isOfTree(at.curve(), at.cell()) ? SlowNetwork.TREE : "",
                        gpu,
                        Phrases.range(least, most));
        var sentence = """
                %s reaches %s%s. The log does not name its network; published are %s. NCCL_DEBUG=INFO \
                NCCL_DEBUG_SUBSYS=INIT,NET shows which it is. Published by %s.""".formatted(at.what(),
                Phrases.gbps(at.busbw()), beside, Phrases.list(each), sources(near));
        return judged(isLow, Confidence.AMBIGUOUS, sentence,
                List.of(new Quantity("own", at.busbw(), "GB/s"), new Quantity("published", near.size(), "")), at,
                Consequence.BELOW, at.busbw() / least);
    }

    /** Returns the values of a message size, or all if it has none. */
    private static List<Published> shown(List<Published> values, long bytes) {
        var same = values.stream().filter(value -> value.bytes() == bytes).toList();
        return same.isEmpty() ? values : same;
    }

    /** Returns, for example, {@code 337 GB/s over GPUDirect-TCPXO (at 16 GiB)}. */
    private static String ofFabric(List<Published> values, long bytes) {
        var shown = shown(values, bytes);
        var speeds = shown.stream().mapToDouble(Published::busbw).sorted().toArray();
        return Phrases.range(speeds[0], speeds[speeds.length - 1]) + " GB/s over "
                + NodeNetwork.title(shown.getFirst().fabric())
                + (shown.getFirst().bytes() != bytes
                        ? " (at " + Phrases
                                .list(shown.stream().map(Published::bytes).distinct().sorted().map(Phrases::size)
                                        .toList())
                                + ")"
                        : "");
    }

    /** Compares with published thresholds, if there are no published results. */
    private static Finding ofThreshold(Reached at, List<Published> asked) {
        double most = asked.stream().mapToDouble(Published::busbw).max().orElseThrow();
        double share = at.busbw() / most;
        var askers = asked.stream().map(each -> Phrases.number(each.busbw()) + " by " + each.hardware()).distinct();
        var sentence = "%s reaches %s, %s is asked for: %s. Published by %s.".formatted(at.what(),
                Phrases.gbps(at.busbw()), share >= 1 ? "as much as" : "less than", Phrases.list(askers.toList()),
                sources(asked));
        return judged(share < LOW, Confidence.LIKELY, sentence,
                List.of(new Quantity("own", at.busbw(), "GB/s"), new Quantity("share", 100 * share, "%")), at,
                Consequence.BELOW, share);
    }

    private static String askedFor(List<Published> asked) {
        return asked.stream().map(value -> " " + value.hardware() + " asks for " + Phrases.number(value.busbw()) + ".")
                .distinct().limit(MOST_SOURCES).collect(Collectors.joining());
    }

    private static String sources(List<Published> like) {
        var names = new LinkedHashMap<String, Published>();
        like.forEach(value -> names.putIfAbsent(value.source(), value));
        var named = names.values().stream().limit(MOST_SOURCES)
                .map(value -> value.source() + (value.link().isEmpty() ? "" : " <" + value.link() + ">")).toList();
        int more = names.size() - named.size();
        return String.join("; ", named) + (more > 0 ? " and " + more + " more" : "");
    }
}
