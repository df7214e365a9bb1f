package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.evidence.RunFact;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;

/**
 * Settings whose mark is missing in a log that would have it: an algorithm, a protocol, a network or the NVLink switches were asked for,
 * and others were used.
 */
final class IgnoredSettings implements Rule {

    private static final String ID = "no-effect";
    /** Variables, with the name that the log's choice of each size has. */
    private static final Map<String, String> MARKS = Map.of("NCCL_ALGO", "algo", "NCCL_PROTO", "proto");
    /** Variables that name a network or the plugin that brings it. */
    private static final List<String> NETWORKS = List.of("NCCL_NET_PLUGIN", "NCCL_NET");
    /** Networks that NCCL has without a plugin. */
    private static final Set<String> OF_NCCL = Set.of("Socket", "IB");
    private static final Set<String> OF_NO_PLUGIN = Set.of("none", "socket", "ib");

    @Override
    public List<Finding> examine(Evidence evidence) {
        var findings = new ArrayList<Finding>();
        for (var curve : evidence.alongSize()) {
            MARKS.forEach((variable, mark) -> ignored(curve, variable, mark).ifPresent(findings::add));
            NETWORKS.forEach(variable -> notLoaded(curve, variable).ifPresent(findings::add));
            var told = told(curve, evidence);
            withoutSwitches(curve, told).ifPresent(findings::add);
            withoutCollNet(curve, told).ifPresent(findings::add);
            withoutTuner(curve, told).ifPresent(findings::add);
        }
        return findings;
    }

    private static Optional<Finding> ignored(Curve curve, String variable, String mark) {
        var asked = curve.subject().withEnvironment().get(variable)
                .filter(value -> value.matches("[A-Za-z0-9]+(,[A-Za-z0-9]+)*"))
                .map(IgnoredSettings::words);
        var chosen = curve.cells().stream().flatMap(cell -> cell.observations().stream())
                .map(each -> each.measurement().settings().get(mark)).flatMap(Optional::stream)
                .map(value -> value.toLowerCase(Locale.ROOT)).collect(Collectors.toCollection(TreeSet::new));
        if (asked.isEmpty() || chosen.isEmpty() || chosen.stream().anyMatch(asked.get()::contains)) {
            return Optional.empty();
        }
        return Optional.of(finding(curve, variable, "the log shows " + Say.list(List.copyOf(chosen))
                + " at every size that it tells of: the setting was not followed.", chosen.size()));
    }

    /** NCCL's line <em>Using network</em> names the network of the plugin that was loaded, or one of its own two. */
    private static Optional<Finding> notLoaded(Curve curve, String variable) {
        var asked = curve.subject().withEnvironment().get(variable).map(value -> value.toLowerCase(Locale.ROOT))
                .orElse("");
        var network = curve.subject().identity().transport().split(",")[0].strip();
        if (asked.isEmpty() || !OF_NCCL.contains(network) || OF_NO_PLUGIN.contains(asked)) {
            return Optional.empty();
        }
        return Optional
                .of(finding(curve, variable, "the log has “Using network " + network + "”, which is NCCL's own, and "
                        + "no line of the plugin's network: the plugin was not loaded, or found nothing to use.", 1));
    }

    /** What the files say of the runs that a curve is of, by name. */
    private static Map<String, Set<String>> told(Curve curve, Evidence evidence) {
        var runs = curve.rows().stream().map(RowRef::run).collect(Collectors.toSet());
        return evidence.facts().stream().filter(fact -> runs.contains(fact.run())).collect(Collectors.groupingBy(
                RunFact::name, Collectors.mapping(RunFact::value, Collectors.toSet())));
    }

    private static boolean isOn(Curve curve, String variable) {
        return !curve.subject().withEnvironment().get(variable).orElse("0").equals("0");
    }

    /** The line of NVLS is missing in a log that has that of the channels, which comes after it and of the same subsystem. */
    private static Optional<Finding> withoutSwitches(Curve curve, Map<String, Set<String>> told) {
        var nvls = curve.subject().withEnvironment().get("nvls").orElse("");
        if (!isOn(curve, "NCCL_NVLS_ENABLE") || !nvls.equals("not available")
                && !(nvls.isEmpty() && told.containsKey("coll_channels"))) {
            return Optional.empty();
        }
        return Optional.of(finding(curve, "NCCL_NVLS_ENABLE", nvls.isEmpty()
                ? "the log has no line “NVLS multicast support is”, though it has that of the channels which comes after it: "
                        + "NCCL did not ask for the NVLink switches (it needs version 2.17 and three GPUs a node)."
                : "the log has “NVLS multicast support is not available”: nothing was reduced in the NVLink switches.",
                1));
    }

    private static Optional<Finding> withoutCollNet(Curve curve, Map<String, Set<String>> told) {
        return isOn(curve, "NCCL_COLLNET_ENABLE") && told.getOrDefault("coll_plugin", Set.of()).equals(Set.of("none"))
                ? Optional.of(finding(curve, "NCCL_COLLNET_ENABLE",
                        "the log has “Failed to find ncclCollNetPlugin symbol”: "
                                + "no plugin offers CollNet, so nothing was reduced in the network's switches.",
                        1))
                : Optional.empty();
    }

    private static Optional<Finding> withoutTuner(Curve curve, Map<String, Set<String>> told) {
        return curve.subject().withEnvironment().get("NCCL_TUNER_PLUGIN").filter(name -> !name.equals("none"))
                .isPresent()
                && told.getOrDefault("tuner_plugin", Set.of()).equals(Set.of("none"))
                        ? Optional.of(finding(curve, "NCCL_TUNER_PLUGIN", "the log has “using internal tuner instead”: "
                                + "the plugin was not loaded, and NCCL's own tuner chose.", 1))
                        : Optional.empty();
    }

    private static Finding finding(Curve curve, String variable, String shown, int choices) {
        var sentence = curve.subject().title() + " with " + curve.subject().libraryTitle()
                + (curve.fixed() > 0 ? " on " + Say.ranks(curve.subject(), curve.fixed()) : "") + ": "
                + variable + "=" + curve.subject().withEnvironment().get(variable).orElseThrow() + " is set, and "
                + shown;
        return Finding.of(ID, Severity.WARNING, Confidence.CERTAIN, sentence,
                List.of(new Quantity("choices", choices, "")), curve.rows());
    }

    private static List<String> words(String value) {
        return Arrays.asList(value.toLowerCase(Locale.ROOT).split(","));
    }
}
