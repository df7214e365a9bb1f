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

/** Says of which hardware no limit is known, so that silence is not taken for praise, and how to make it known. */
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
        for (var each : evidence.observations()) {
            var key = evidence.key(each);
            if (!key.isOfGpus() || profiles.of(key.instanceType(), key.gpu()).isPresent()) {
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
