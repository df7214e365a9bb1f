package org.gpucomm.analysis.headline;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Collectors;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Flag;
import org.gpucomm.results.format.SectionParser;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.evidence.RunFact;
import org.gpucomm.analysis.statistics.UnlikeRuns;
import org.gpucomm.analysis.rules.Consequence;
import org.gpucomm.analysis.rules.FasterRun;
import org.gpucomm.analysis.rules.LineRates;
import org.gpucomm.analysis.rules.Finding;
import org.gpucomm.analysis.rules.KnownFaults;
import org.gpucomm.analysis.rules.Phrases;
import org.gpucomm.analysis.rules.UnknownHardware;

/**
 * Choice of the most important sentence about some results. Reasons that make the numbers useless come before reasons for low numbers,
 * and those before additional information; docs/analysis.md describes the order.
 */
public final class Headlines {

    /** Largest known bus bandwidth in GB/s of NCCL over TCP between two nodes. */
    private static final double MOST_OF_SOCKETS = 15;
    /** Options that make benchmarks measure larger messages. */
    private static final Map<String, String> OPTIONS = Map.of("nccl-tests", " (-e 1G)", "rccl-tests", " (-e 1G)",
            "nvshmem-perftest", " (-e 1073741824)");
    /** Percentage of the hardware limit below which a result is not called usual. */
    private static final double FAR = 50;
    /** Percentage of published results from which a result is called usual. */
    private static final double AS_PEERS = 85;
    /** Size in bytes from which messages are large. */
    private static final long LARGE = 64 << 10;
    /** Size in bytes from which a link shows its bandwidth, and the least bandwidth of a link between GPUs in GB/s. */
    private static final long LARGE_OF_LINKS = 16 << 20;
    private static final double LEAST_OF_LINKS = 6;
    /** Bandwidth in GB/s that a single NVLink of the second generation reaches. */
    private static final double LEAST_OF_NVLINK = 20;
    /** Bandwidth in GB/s above that of the memory of any GPU. */
    private static final double MOST_OF_ANY_LINK = 10_000;
    /** Share of the best that the largest size should reach at least. */
    private static final double FAR_BELOW = 0.8;
    /** Least ratio of in-place and out-of-place bandwidths that is reported. */
    private static final double FAR_IN_PLACE = 1.1;
    /** Share of the bandwidth of both neighbours below which a size is reported alone. */
    private static final double LATE = 0.5;
    /** Share of the next smaller size's bandwidth from which a size is not late alone. */
    private static final double LATE_BESIDE = 0.75;
    /** Longest headline in characters, to be read at a glance. The findings contain the rest. */
    private static final int LONGEST = 220;

    private final Evidence evidence;
    private final Evidence all;
    private final List<RunFact> facts;
    private final RankedFindings findings;

    private Headlines(Evidence evidence, Evidence all, List<RunFact> facts, RankedFindings findings) {
        this.evidence = evidence;
        this.all = all;
        this.facts = facts;
        this.findings = findings;
    }

    /**
     * Returns the most important point.
     *
     * @param all      the same measurements and those of other runs, for comparison
     * @param facts    facts about the runs from their logs
     * @param findings findings about the evidence
     */
    public static MainPoint of(Evidence evidence, Evidence all, List<RunFact> facts, List<Finding> findings) {
        return new Headlines(evidence, all, facts, RankedFindings.of(findings)).mainPoint();
    }

    private MainPoint mainPoint() {
        boolean isKnown = KnownFaults.explainWrongData(evidence);
        boolean exitOfWrongData = Failures.isExitCode(evidence) && wrong() > 0;
        var failure = exitOfWrongData || isKnown ? Optional.<String>empty() : Failures.of(evidence, facts);
        if (failure.isPresent()) {
            return new MainPoint(Consequence.FAILED, failure.get());
        }
        if (wrong() > 0 && !isKnown) {
            return new MainPoint(Consequence.WRONG, wrongData());
        }
        var ratios = facts.stream().filter(fact -> fact.name().equals(Fact.RATIOS)).findFirst();
        if (evidence.observations().isEmpty() && ratios.isPresent()) {
            return new MainPoint(Consequence.REMARK, ratios(ratios.get().value()));
        }
        if (evidence.observations().isEmpty()) {
            return new MainPoint(Consequence.FAILED, withoutMeasurements());
        }
        var sockets = sockets();
        if (sockets.isPresent()) {
            return new MainPoint(Consequence.SOCKETS, sockets.get());
        }
        var gravest = findings.all().stream()
                .filter(finding -> finding.consequence().compareTo(Consequence.REMARK) <= 0)
                .filter(finding -> !isKnown || finding.consequence() != Consequence.WRONG).findFirst();
        if (gravest.isPresent() && gravest.get().consequence() == Consequence.WRONG) {
            return pointOf(gravest.get());
        }
        var rates = evidence.observations().stream().flatMapToDouble(each -> each.algbw().stream()).sorted().toArray();
        if (rates.length > 0 && rates[rates.length / 2] > MOST_OF_ANY_LINK) {
            return new MainPoint(Consequence.WRONG, "No link carries " + Phrases.gbps(rates[rates.length / 2])
                    + ": the numbers have another unit, or were not divided by the iterations.");
        }
        var sweep = ClusterSweep.of(evidence);
        if (sweep.isPresent()) {
            return sweep.get();
        }
        var queue = MeasuredBest.ofQueue(evidence);
        if (!queue.isEmpty()) {
            return new MainPoint(Consequence.REMARK, queue + ".");
        }
        var sideBySide = Ablation.of(evidence).or(() -> SideBySide.of(evidence));
        if (sideBySide.isPresent()) {
            return new MainPoint(Consequence.REMARK, sideBySide.get());
        }
        var overCounts = OverCounts.of(evidence);
        if (overCounts.isPresent()) {
            return new MainPoint(Consequence.REMARK, overCounts.get());
        }
        return gravest.map(this::withAccess).orElseGet(this::usual);
    }

    /** Returns the point of a finding; one about pairs of GPUs says which have no peer access. */
    private MainPoint withAccess(Finding finding) {
        var point = pointOf(finding);
        var access = withoutAccess();
        return finding.rule().equals("links") && !access.isEmpty()
                ? new MainPoint(point.consequence(),
                        point.sentence().replaceFirst("\\.$", "") + access + ".", quoted(finding.sentence()))
                : point;
    }

    private static MainPoint pointOf(Finding finding) {
        var first = first(finding.sentence());
        return new MainPoint(finding.consequence(), FirstSentence.shortened(
                finding.consequence() == Consequence.SOCKETS ? "Slow as TCP sockets: " + first : first),
                quoted(finding.sentence()));
    }

    private long wrong() {
        return evidence.observations().stream().filter(Observation::isWrong).count();
    }

    private String wrongData() {
        var wrong = evidence.observations().stream().filter(Observation::isWrong).toList();
        var sizes = wrong.stream().map(each -> each.measurement().workload().messageSize())
                .filter(java.util.Objects::nonNull).collect(Collectors.toCollection(TreeSet::new));
        var where = sizes.isEmpty()
                ? ""
                : " at " + (sizes.size() == 1 ? sizes.first() : sizes.first() + " to " + sizes.last());
        return "Wrong data: " + wrong.size() + " of " + evidence.observations().size() + " measurements" + where
                + " failed their check" + (has(Flag.ABORTED) ? ", and the program ended with an error" : "") + ".";
    }

    private static String ratios(String words) {
        var parts = words.split("; ");
        return "Only ratios, no times: " + parts[0] + "."
                + Arrays.stream(parts).skip(1).map(part -> " " + Phrases.capital(part) + ".")
                        .collect(Collectors.joining());
    }

    private String withoutMeasurements() {
        if (has(Flag.NUMBERS_REMOVED)) {
            return "Its numbers were taken out before it came here: nothing can be read from it.";
        }
        if (has(Flag.NOT_CONNECTED)) {
            return "The programs did not know one another (built without MPI?), and none printed a result.";
        }
        return isCut() && !isWithoutTable()
                ? "Broke off before the first result" + started() + "." + warned()
                : "No line of it could be read as a measurement.";
    }

    /** Returns the ranks that had started, in words; empty if they are unknown or several runs broke off. */
    private String started() {
        var started = facts.stream().filter(fact -> fact.name().equals(Fact.STARTED)).toList();
        return started.size() == 1
                ? ": " + started.getFirst().value() + " had started, and no size was measured"
                : "";
    }

    /** Returns the only warning of runs that broke off, in words; else empty. */
    private String warned() {
        var warnings = facts.stream().filter(fact -> fact.name().equals(Fact.WARNING)).map(RunFact::value).distinct()
                .toList();
        return warnings.size() == 1 ? " NCCL warned: " + warnings.getFirst() : "";
    }

    /** Returns whether no table began, so that the log may contain numbers of an unknown form. */
    private boolean isWithoutTable() {
        return evidence.flags().stream().filter(each -> each.flag() == Flag.INCOMPLETE)
                .allMatch(each -> each.detail().contains(SectionParser.NO_ROWS));
    }

    /** Returns whether a run broke off; false for a log whose numbers were removed. */
    private boolean isCut() {
        return has(Flag.INCOMPLETE) && !has(Flag.NUMBERS_REMOVED);
    }

    private boolean has(Flag flag) {
        return evidence.flags().stream().anyMatch(each -> each.flag() == flag);
    }

    private Optional<String> sockets() {
        var runs = evidence.observations().stream().map(each -> each.row().run()).collect(Collectors.toSet());
        var faster = FasterRun.of(all, runs);
        if (faster.isPresent()) {
            return faster.map(this::against);
        }
        if (!has(Flag.SOCKET_FALLBACK)) {
            return Optional.empty();
        }
        var best = evidence.observations().stream().flatMapToDouble(each -> each.busbw().stream()).max();
        return Optional.of("Went over TCP sockets: " + (best.isPresent()
                ? "the " + Phrases.gbps(best.getAsDouble()) + " that it reaches say"
                : "its times say") + " nothing of the fast network.");
    }

    private String against(FasterRun faster) {
        boolean noted = evidence.flags().stream()
                .anyMatch(flag -> flag.flag() == Flag.SOCKET_FALLBACK && flag.run().equals(faster.slowRun()))
                || faster.key().identity().transport().contains("Socket");
        var name = runs() > 1 ? faster.slowName() + ": " : "";
        var head = noted ? "went over TCP sockets: " : faster.own() < MOST_OF_SOCKETS ? "as slow as TCP sockets: " : "";
        var sentence = name + head + Phrases.gbps(faster.own()) + " where this cluster's other run reaches "
                + Phrases.number(faster.others()) + " (" + faster.key().title() + " of " + new Bytes(faster.bytes())
                + " on "
                + Phrases.ranks(faster.key(), faster.key().identity().ranks()) + ", " + faster.fastName() + ").";
        return name.isEmpty() ? Phrases.capital(sentence) : sentence;
    }

    private long runs() {
        return evidence.observations().stream().map(each -> each.row().source()).distinct().count();
    }

    /** Returns the comparison with published values, the hardware limit or a standard link, else the reason why there is none. */
    private MainPoint usual() {
        var cut = atTheLargest() + inPlace() + withoutAccess() + (isCut() ? ". The log was cut" : "");
        var swing = facts.stream().filter(fact -> fact.name().equals(Fact.SWING)).findFirst();
        if (swing.isPresent() && runs() == 1) {
            return new MainPoint(Consequence.USUAL, MeasuredBest.of(evidence) + ", a mean of progress reports from "
                    + swing.get().value() + "." + (isCut() ? " The log was cut." : ""));
        }
        // If runs disagree, the share that one of them reaches does not apply to the others.
        boolean apart = UnlikeRuns.apart(evidence) != evidence;
        for (var rule : apart
                ? List.<String>of()
                : List.of("peers", "ceiling", "line-rate", "resemblance", KnownFaults.ID)) {
            var beside = findings.all().stream().filter(finding -> finding.rule().equals(rule)).findFirst();
            if (beside.isPresent()) {
                var words = first(beside.get().sentence()).replaceFirst("\\.$", "") + cut + ".";
                return new MainPoint(Consequence.USUAL,
                        FirstSentence.shortened(isUsual(beside.get()) ? "Nothing unusual: " + words : words),
                        quoted(beside.get().sentence()));
            }
        }
        var measured = MeasuredBest.of(evidence);
        var words = (measured.isEmpty() ? evidence.observations().size() + " measurements" : measured) + cut + ".";
        return new MainPoint(Consequence.USUAL,
                FirstSentence.shortened(words) + (MeasuredBest.hasShare(evidence) ? "" : " " + unknown()));
    }

    /** Returns a remark about devices that do not access one another's memory directly; empty if none are known. */
    private String withoutAccess() {
        var pairs = facts.stream().filter(fact -> fact.name().equals(Fact.NO_ACCESS)).map(RunFact::value).distinct()
                .toList();
        return pairs.isEmpty()
                ? ""
                : ". " + (pairs.size() == 1
                        ? "GPUs " + pairs.getFirst().replace("-", " and ") + " have"
                        : pairs.size() + " pairs of GPUs have") + " no peer access to each other";
    }

    /** Returns a remark about a single curve that ends far below its best value, which the best value alone would hide. */
    private String atTheLargest() {
        var curves = evidence.withoutTwins().alongSize();
        if (curves.size() != 1) {
            return "";
        }
        var rates = curves.getFirst().cells().stream()
                .filter(cell -> cell.bytes() >= LARGE && cell.algbw().isPresent()).toList();
        double best = rates.stream().mapToDouble(cell -> cell.algbw().orElseThrow()).max().orElse(0);
        return rates.isEmpty() || rates.getLast().algbw().orElseThrow() > FAR_BELOW * best
                ? ""
                : "; it is " + printed(rates.getLast()) + " at " + Phrases.size(rates.getLast().bytes())
                        + ", the largest size";
    }

    /** Returns the in-place bandwidth of a single curve where it is farthest from the out-of-place one; empty if it is close everywhere. */
    private String inPlace() {
        var curves = evidence.withoutTwins().alongSize();
        return curves.size() == 1
                ? evidence.twin(curves.getFirst()).map(twin -> inPlace(twin, curves.getFirst()))
                        .filter(remark -> !remark.isEmpty()).orElseGet(() -> lateSize(curves.getFirst()))
                : "";
    }

    /**
     * Returns the size at which a curve has less than half the bandwidth of both neighbours, or takes twice as long as the next larger
     * one; empty if there is none.
     */
    private static String lateSize(Curve curve) {
        var rates = curve.cells().stream().filter(cell -> cell.bytes() >= LARGE && cell.algbw().isPresent()).toList();
        return IntStream.range(1, rates.size() - 1).boxed()
                .min(Comparator.comparingDouble(at -> share(rates.get(at - 1), rates.get(at), rates.get(at + 1))))
                .filter(at -> share(rates.get(at - 1), rates.get(at), rates.get(at + 1)) < LATE)
                .map(at -> "; at " + Phrases.size(rates.get(at).bytes()) + " alone it is " + printed(rates.get(at))
                        + ", between " + Phrases.number(bandwidth(rates.get(at - 1))) + " and "
                        + Phrases.number(bandwidth(rates.get(at + 1))))
                .orElse("");
    }

    /** Returns the bandwidth as a share of that of the slower neighbour, or the time of the larger one as a share of its own if that is less. */
    private static double share(Cell smaller, Cell cell, Cell larger) {
        double rate = cell.algbw().orElseThrow();
        double before = smaller.algbw().orElseThrow();
        double after = larger.algbw().orElseThrow();
        double ofTime = rate / after * larger.bytes() / cell.bytes();
        return Math.min(rate / Math.min(before, after), rate < LATE_BESIDE * before ? ofTime : 1);
    }

    private static double bandwidth(Cell cell) {
        return cell.busbw().orElse(cell.algbw().orElseThrow());
    }

    private static String printed(Cell cell) {
        return Phrases.gbps(bandwidth(cell));
    }

    private static String inPlace(Curve twin, Curve outOfPlace) {
        ToDoubleFunction<Cell> factor = cell -> outOfPlace.at(cell.bytes())
                .map(other -> cell.busbw().orElse(0) / other.busbw().orElse(0))
                .filter(each -> each > 0 && !each.isInfinite()).orElse(1.0);
        double best = outOfPlace.cells().stream().mapToDouble(cell -> cell.busbw().orElse(0)).max().orElse(0);
        return twin.cells().stream().filter(cell -> cell.bytes() >= LARGE_OF_LINKS)
                .max(Comparator.comparingDouble(cell -> Math.abs(Math.log(factor.applyAsDouble(cell)))))
                .filter(cell -> Math.abs(Math.log(factor.applyAsDouble(cell))) > Math.log(FAR_IN_PLACE))
                .map(cell -> {
                    double inPlace = cell.busbw().orElseThrow();
                    double other = inPlace / factor.applyAsDouble(cell);
                    boolean isUsualInPlace = inPlace > other && other * FAR_IN_PLACE < best;
                    return (isUsualInPlace ? "; out-of-place at " : "; in-place at ") + Phrases.size(cell.bytes())
                            + " it is " + Phrases.gbps(isUsualInPlace ? other : inPlace) + " against "
                            + Phrases.number(isUsualInPlace ? inPlace : other);
                }).orElse("");
    }

    /** Returns the reason why the numbers cannot be judged. */
    private String unknown() {
        if (MeasuredBest.isOfSmallMessages(evidence)) {
            long most = evidence.observations().stream().map(each -> each.measurement().workload().messageSize())
                    .filter(java.util.Objects::nonNull).mapToLong(Bytes::count).max().orElse(0);
            return "Messages up to " + new Bytes(most) + " show latency alone; larger ones"
                    + OPTIONS.getOrDefault(evidence.key(evidence.observations().getFirst()).tool(), "")
                    + " show the links.";
        }
        if (isBelow(LEAST_OF_LINKS)) {
            return overNetwork()
                    .orElse("Only TCP or copies through host memory are this slow: NCCL_DEBUG=INFO shows the path "
                            + "(P2P, SHM or NET).");
        }
        var rising = MeasuredBest.rising(evidence);
        if (rising.isPresent()) {
            return "It still rises at " + Phrases.size(rising.get().bytes()) + ": larger messages"
                    + OPTIONS.getOrDefault(evidence.key(evidence.observations().getFirst()).tool(), "")
                    + " show what the links carry.";
        }
        if (isBelow(LEAST_OF_NVLINK)) {
            return "No NVLink is this slow: PCIe, host memory or a network limits it, and NCCL_DEBUG=INFO shows which.";
        }
        return findings.all().stream().filter(finding -> finding.rule().equals(UnknownHardware.ID)).findFirst()
                .map(finding -> first(finding.sentence()))
                .orElse("Cannot be judged: neither a published value nor a limit of the hardware applies.");
    }

    /** Returns the best bandwidth in the unit of networks; empty unless NCCL names one other than sockets. */
    private Optional<String> overNetwork() {
        double best = evidence.observations().stream().flatMapToDouble(each -> each.busbw().stream()).max().orElse(0);
        return facts.stream().filter(fact -> fact.name().equals("network")).map(RunFact::value)
                .filter(name -> !name.equals("Socket")).findFirst()
                .map(name -> "Over " + name + ", the network that NCCL names, that is " + Phrases.number(best * 8)
                        + " Gbit/s" + LineRates.port(best).map(share -> ", " + share).orElse("") + ".");
    }

    /** Returns whether all large messages of NCCL have less bandwidth than this, in GB/s. */
    private boolean isBelow(double least) {
        var rates = evidence.observations().stream().filter(each -> evidence.key(each).isOfGpus()
                && List.of("nccl", "rccl").contains(evidence.key(each).library())
                && each.measurement().workload().messageSize() != null
                && each.measurement().workload().messageSize().count() >= LARGE_OF_LINKS)
                .flatMapToDouble(each -> each.busbw().stream()).toArray();
        return rates.length > 0 && Arrays.stream(rates).allMatch(rate -> rate < least);
    }

    /** Returns whether a finding shows nothing unusual: programs of one block reach little of a limit, and peers are close together. */
    private static boolean isUsual(Finding finding) {
        if (finding.rule().equals("line-rate")) {
            return false;
        }
        double least = finding.rule().equals("peers") ? AS_PEERS : FAR;
        return finding.numbers().stream().anyMatch(each -> each.name().startsWith("share"))
                && finding.numbers().stream()
                        .noneMatch(each -> each.name().startsWith("share") && each.value() < least);
    }

    /** Returns the first sentence of a text. */
    private static String first(String text) {
        var quoted = quoted(text);
        return text.startsWith("; ", quoted.length()) ? quoted + "; …" : quoted + ".";
    }

    /** Returns the first sentence of a text without its end. */
    private static String quoted(String text) {
        int end = FirstSentence.end(text);
        int length = end < 0 ? text.length() : end;
        int cut = length > LONGEST ? text.lastIndexOf("; ", LONGEST) : -1;
        return text.substring(0, cut > 0 ? cut : length);
    }
}
