package org.gpucomm.analysis.headline;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Flag;
import org.gpucomm.results.format.SectionParser;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.evidence.RunFact;
import org.gpucomm.analysis.statistics.UnlikeRuns;
import org.gpucomm.analysis.rules.Consequence;
import org.gpucomm.analysis.rules.FasterRun;
import org.gpucomm.analysis.rules.Finding;
import org.gpucomm.analysis.rules.KnownFaults;
import org.gpucomm.analysis.rules.Phrases;

/**
 * Choice of the most important sentence about some results. Reasons that make the numbers useless come before reasons for low numbers,
 * and those before additional information; docs/analysis.md describes the order.
 */
public final class Headlines {

    /** Largest known bus bandwidth in GB/s of NCCL over TCP between two nodes. */
    private static final double MOST_OF_SOCKETS = 15;
    /** Percentage of the hardware limit below which a result is not called usual. */
    private static final double FAR = 50;
    /** Percentage of published results from which a result is called usual. */
    private static final double AS_PEERS = 85;
    /** Bandwidth in GB/s above that of the memory of any GPU. */
    private static final double MOST_OF_ANY_LINK = 10_000;
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
                ? "Broke off before the first result" + bootstraps().orElseGet(() -> started() + "." + warned())
                : "No line of it could be read as a measurement.";
    }

    /** Returns the network interfaces over which the ranks would find one another, in words; empty if all use the same one. */
    private Optional<String> bootstraps() {
        var interfaces = facts.stream().filter(fact -> fact.name().equals(Fact.BOOTSTRAP)).map(RunFact::value)
                .collect(Collectors.toCollection(TreeSet::new));
        return interfaces.size() < 2
                ? Optional.empty()
                : Optional.of(": the ranks look for one another over " + Phrases.list(List.copyOf(interfaces))
                        + ". NCCL_SOCKET_IFNAME must name one network for all.");
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
        var warnings = facts.stream().filter(fact -> fact.name().equals("nccl_warning")).map(RunFact::value).distinct()
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
        var cut = new CurveRemarks(evidence).words() + withoutAccess() + (isCut() ? ". The log was cut" : "");
        var swing = facts.stream().filter(fact -> fact.name().equals(Fact.SWING)).findFirst();
        if (swing.isPresent() && runs() == 1) {
            return new MainPoint(Consequence.USUAL, MeasuredBest.of(evidence) + ", a mean of progress reports from "
                    + swing.get().value() + "." + (isCut() ? " The log was cut." : ""));
        }
        // If runs disagree, the share that one of them reaches does not apply to the others.
        boolean apart = UnlikeRuns.apart(evidence) != evidence;
        for (var rule : apart
                ? List.<String>of()
                : List.of("peers", "ceiling", "line-rate", "resemblance", KnownFaults.ID, "links")) {
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
                FirstSentence.shortened(words) + (MeasuredBest.hasShare(evidence)
                        ? ""
                        : " " + new Unjudged(evidence, facts, findings).sentence()));
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
    static String first(String text) {
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
