package org.gpucomm.results.yaml;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Limits for YAML: no tags, which name types; no value that contains itself; no key that is a list or a mapping; and no aliases of aliases,
 * with which a few lines become a billion values.
 */
final class YamlBounds {

    private static final int MOST_VALUES = 100_000;
    private static final List<Tag> PLAIN = List.of(Tag.STR, Tag.SEQ, Tag.MAP);

    private final String file;
    /** Number of values that a node stands for; -1 while they are being counted. */
    private final Map<Node, Integer> values = new IdentityHashMap<>();

    YamlBounds(String file) {
        this.file = file;
    }

    /** Checks a file. @throws InvalidSpec that names the line and what to write instead */
    void check(Node root) {
        if (count(root) > MOST_VALUES) {
            throw error(root, "its aliases (*name) make it more than " + MOST_VALUES
                    + " values; write out what differs, or divide the file");
        }
    }

    private int count(Node node) {
        var known = values.get(node);
        if (known != null) {
            if (known < 0) {
                throw error(node, "a value contains itself by an alias (*name); write it out");
            }
            return known;
        }
        if (!PLAIN.contains(node.getTag())) {
            throw error(node, "the tag " + node.getTag() + " is not read; leave it out, a value is what is written");
        }
        values.put(node, -1);
        int count = (int) Math.min(MOST_VALUES + 1L, 1 + inside(node).mapToLong(this::count).sum());
        values.put(node, count);
        return count;
    }

    private Stream<Node> inside(Node node) {
        return switch (node) {
            case MappingNode mapping -> mapping.getValue().stream()
                    .flatMap(pair -> Stream.of(key(pair.getKeyNode()), pair.getValueNode()));
            case SequenceNode list -> list.getValue().stream();
            default -> Stream.empty();
        };
    }

    private Node key(Node key) {
        if (!(key instanceof ScalarNode)) {
            throw error(key, "a key must be one value, was a list or a mapping");
        }
        return key;
    }

    private InvalidSpec error(Node node, String message) {
        return new InvalidSpec(file + ":" + YamlValue.line(node) + ": " + message);
    }
}
