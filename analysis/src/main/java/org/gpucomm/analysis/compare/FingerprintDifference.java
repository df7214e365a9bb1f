package org.gpucomm.analysis.compare;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.RunFact;

/**
 * Difference between the environments of A and B.
 *
 * @param a values on side A; empty if unknown
 */
public record FingerprintDifference(String name, Set<String> a, Set<String> b) {

    /** Facts that naturally differ from run to run. */
    private static final Set<String> INCIDENTAL = Set.of("host", "avg_busbw", "avg_busbw_differs", "command",
            "operation", "operation_from",
            "out_of_bounds", "minBytes", "maxBytes", "iters", "warmup_iters", "pid", "started_at");

    public static List<FingerprintDifference> between(Evidence a, List<RunFact> factsOfA, Evidence b,
            List<RunFact> factsOfB) {
        var ofA = known(a, factsOfA);
        var ofB = known(b, factsOfB);
        var names = new TreeSet<>(ofA.keySet());
        names.addAll(ofB.keySet());
        return names.stream()
                .map(name -> new FingerprintDifference(name, ofA.getOrDefault(name, Set.of()),
                        ofB.getOrDefault(name, Set.of())))
                .filter(difference -> !difference.a().equals(difference.b())).toList();
    }

    private static Map<String, Set<String>> known(Evidence evidence, List<RunFact> facts) {
        var known = new LinkedHashMap<String, Set<String>>();
        for (var each : evidence.observations()) {
            var stack = each.measurement().stack();
            var platform = each.measurement().platform();
            var settings = each.measurement().settings();
            add(known, "tool", stack.tool());
            add(known, "tool_version", stack.toolVersion());
            add(known, "library", stack.library());
            add(known, "library_version", stack.libraryVersion());
            add(known, "instance_type", platform.instanceType());
            add(known, "gpu", platform.gpu());
            add(known, "nodes", platform.nodes());
            add(known, "settings", settings.isEmpty() ? null : settings.text());
        }
        for (var fact : facts) {
            if (!INCIDENTAL.contains(fact.name())) {
                add(known, fact.name(), fact.value());
            }
        }
        return known;
    }

    private static void add(Map<String, Set<String>> known, String name,
            @org.jspecify.annotations.Nullable Object value) {
        if (value != null) {
            known.computeIfAbsent(name, added -> new LinkedHashSet<>()).add(value.toString());
        }
    }
}
