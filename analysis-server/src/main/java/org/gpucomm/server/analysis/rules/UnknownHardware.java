package org.gpucomm.server.analysis.rules;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

import org.gpucomm.server.analysis.evidence.Evidence;
import org.gpucomm.server.analysis.evidence.RowRef;
import org.gpucomm.server.analysis.hardware.Profiles;
import org.gpucomm.server.analysis.rules.Finding.Confidence;
import org.gpucomm.server.analysis.rules.Finding.Quantity;
import org.gpucomm.server.analysis.rules.Finding.Severity;
import org.gpucomm.server.series.SeriesKey;

/**
 * This class says of which hardware no limit is known, so that silence is not taken for praise, and how to make it known.
 */
final class UnknownHardware implements Rule {

    private static final String ID = "hardware";

    private final Profiles profiles;

    UnknownHardware(Profiles profiles) {
        this.profiles = profiles;
    }

    @Override
    public List<Finding> examine(Evidence evidence) {
        var unknown = new LinkedHashMap<String, List<RowRef>>();
        var unnamed = new ArrayList<RowRef>();
        var unconnected = new LinkedHashMap<String, List<RowRef>>();
        for (var each : evidence.observations()) {
            var key = evidence.key(each);
            var profile = profiles.of(key.instanceType(), key.gpu());
            if (profile.isPresent() && key.isOfGpus() && key.identity().nodes() > 1 && profile.get().nic() == null) {
                unconnected.computeIfAbsent(profile.get().title(), added -> new ArrayList<>()).add(each.row());
            }
            if (!key.isOfGpus() || profile.isPresent()) {
                continue;
            }
            var name = name(key);
            (name.isEmpty() ? unnamed : unknown.computeIfAbsent(name, added -> new ArrayList<>())).add(each.row());
        }
        var findings = new ArrayList<Finding>();
        unknown.forEach((name, rows) -> findings.add(finding("The limits of " + name
                + " are in no hardware profile, so nothing is held against them. Write down what it can do, and give it as "
                + "--hardware hardware.yaml.", rows)
                .withNext("gpucomm hardware " + rows.getFirst().source() + " > hardware.yaml")));
        unconnected.forEach(
                (title, rows) -> findings.add(finding("The network between these nodes is in no hardware profile ("
                        + title + " has none), so no limit is held against what crosses it.", rows)));
        if (!unnamed.isEmpty() && findings.isEmpty()) {
            findings.add(finding(
                    "The log does not name its GPUs, so neither limits nor published values are held against it.",
                    unnamed));
        }
        return findings;
    }

    static String name(SeriesKey key) {
        return key.instanceType().isEmpty() ? key.gpu() : key.instanceType();
    }

    private static Finding finding(String sentence, List<RowRef> rows) {
        return Finding.of(ID, Severity.NOTICE, Confidence.CERTAIN, sentence,
                List.of(new Quantity("rows", rows.size(), "")), rows);
    }
}
