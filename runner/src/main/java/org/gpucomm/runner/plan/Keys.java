package org.gpucomm.runner.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;

/** The members of a mapping by their names. Unknown and repeated names are refused. */
final class Keys {

    private final Map<String, Node> values = new LinkedHashMap<>();

    private Keys() {}

    /** @param known names that may be there; empty = any */
    static Keys of(Yaml yaml, MappingNode mapping, List<String> known) throws PlanException {
        var keys = new Keys();
        for (var member : mapping.getValue()) {
            var name = yaml.text(member.getKeyNode(), "a name");
            if (!known.isEmpty() && !known.contains(name)) {
                throw yaml.problem(member.getKeyNode(),
                        "unknown key '" + name + "'" + meant(name, known) + "; known are "
                                + String.join(", ", known));
            }
            if (keys.values.putIfAbsent(name, member.getValueNode()) != null) {
                throw yaml.problem(member.getKeyNode(), "'" + name + "' is given twice; remove one of them");
            }
        }
        return keys;
    }

    Optional<Node> get(String name) {
        return Optional.ofNullable(values.get(name));
    }

    Map<String, Node> all() {
        return values;
    }

    private static String meant(String name, List<String> known) {
        return known.stream().filter(candidate -> distance(name, candidate) <= 2).findFirst()
                .map(candidate -> ", did you mean '" + candidate + "'?").orElse("");
    }

    /** Levenshtein's: insertions, deletions and replacements from one to the other. */
    private static int distance(String a, String b) {
        var row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
