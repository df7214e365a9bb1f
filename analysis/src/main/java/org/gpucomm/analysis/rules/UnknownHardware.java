package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.evidence.RunFact;
import org.gpucomm.analysis.hardware.Profile;
import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;
import org.gpucomm.analysis.identity.SeriesKey;

/** Measurements without a known limit, reported so that silence is not mistaken for praise, with the way to add a limit. */
public final class UnknownHardware implements Rule {

    public static final String ID = "hardware";

    private static final Set<String> BENCHMARKS_THAT_NAME_GPUS = Set.of("nccl-tests", "rccl-tests");

    /** Names that the kernel's drivers rxe (Soft-RoCE) and siw (Soft-iWARP) give their devices. */
    private static final Pattern SOFTWARE = Pattern.compile("(?:rxe|siw)_?\\w{0,20}");

    private final Profiles profiles;

    UnknownHardware(Profiles profiles) {
        this.profiles = profiles;
    }

    @Override
    public List<Finding> examine(Evidence evidence) {
        var unknown = new LinkedHashMap<String, List<RowRef>>();
        var unnamed = new ArrayList<RowRef>();
        var unnamedNetwork = new ArrayList<RowRef>();
        var unconnected = new LinkedHashMap<String, List<RowRef>>();
        // There are few keys, and equal keys are the same object.
        var known = new IdentityHashMap<SeriesKey, Optional<Profile>>();
        for (var each : evidence.observations()) {
            var key = evidence.key(each);
            var profile = known.computeIfAbsent(key, own -> profiles.of(own.instanceType(), own.gpu()));
            if (profile.isPresent() && key.isOfGpus() && key.identity().nodes() > 1 && profile.get().nic() == null) {
                unconnected.computeIfAbsent(profile.get().title(), added -> new ArrayList<>()).add(each.row());
            }
            if (profile.isPresent()) {
                continue;
            }
            if (!key.isOfGpus()) {
                unnamedNetwork.add(each.row());
                continue;
            }
            var name = name(key);
            (name.isEmpty() ? unnamed : unknown.computeIfAbsent(name, added -> new ArrayList<>())).add(each.row());
        }
        var findings = new ArrayList<Finding>();
        unknown.forEach((name, rows) -> findings.add(finding("Cannot be judged: no hardware profile has "
                + name + ". Write down what it can do, and give it as --hardware hardware.yaml.", rows)
                .withNext("gpucomm hardware " + rows.getFirst().source() + " > hardware.yaml").withOpen(false)));
        unconnected.forEach(
                (title, rows) -> findings.add(finding("Cannot be judged: no hardware profile has the network between "
                        + "these nodes (" + title + ").", rows)));
        boolean areSums = !unnamed.isEmpty() && evidence.observations().stream()
                .allMatch(each -> evidence.key(each).variant().endsWith("+sum"));
        if (areSums) {
            findings.add(finding("Cannot be judged: sums over all pairs are the speed of no link, which nvbandwidth "
                    + "prints without grep.", unnamed));
        }
        if (!unnamed.isEmpty() && findings.isEmpty()) {
            boolean areNamedByTools = evidence.observations().stream()
                    .allMatch(each -> BENCHMARKS_THAT_NAME_GPUS.contains(evidence.key(each).tool()));
            findings.add(finding(areNamedByTools
                    ? "Cannot be judged without the names of the GPUs, which stand above the table of nccl-tests."
                    : "Cannot be judged: the log names neither GPU nor network.", unnamed));
        }
        if (!unnamedNetwork.isEmpty() && findings.isEmpty()) {
            findings.add(finding(software(evidence).map(device -> "Device " + device + " is software: the CPU "
                    + "processes its packets, so that no network port explains its speed.")
                    .orElse("Cannot be judged: the log does not name the network."), unnamedNetwork));
        }
        return findings;
    }

    /** Returns the device of Soft-RoCE or Soft-iWARP that all runs used; empty if there is none. */
    private static Optional<String> software(Evidence evidence) {
        var devices = evidence.facts().stream().filter(fact -> fact.name().equals("device")).map(RunFact::value)
                .distinct().toList();
        return devices.stream().filter(device -> devices.size() == 1 && SOFTWARE.matcher(device).matches())
                .findFirst();
    }

    static String name(SeriesKey key) {
        return key.instanceType().isEmpty() ? key.gpu() : key.instanceType();
    }

    private static Finding finding(String sentence, List<RowRef> rows) {
        return Finding.of(ID, Severity.NOTICE, Confidence.CERTAIN, sentence,
                List.of(new Quantity("rows", rows.size(), "")), rows).withConsequence(Consequence.BACKGROUND);
    }
}
