package org.gpucomm.results.yaml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** A value in a YAML file: a single value, a list or a mapping, with its place. */
public final class YamlValue {

    private static final List<String> NOTHING = List.of("", "~", "null");

    private final YamlPlace place;
    private final Node node;

    YamlValue(YamlPlace place, Node node) {
        this.place = place;
        this.node = node;
    }

    /** Returns the text of a single value as written. */
    public String text() {
        return textIfAny().orElseThrow(() -> error("must be one value, was nothing"));
    }

    /** Returns the text of a single value; empty for {@code ~}, {@code null} and a missing value. */
    public Optional<String> textIfAny() {
        if (!(node instanceof ScalarNode scalar)) {
            throw error("must be one value, was a " + kind());
        }
        return scalar.getScalarStyle() == ScalarStyle.PLAIN && NOTHING.contains(scalar.getValue())
                ? Optional.empty()
                : Optional.of(scalar.getValue());
    }

    public double number() {
        try {
            double value = Double.parseDouble(text());
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException notANumber) {
            // falls through to the message
        }
        throw error("must be a number, was '" + text() + "'");
    }

    /** Returns a whole number of at least {@code least}. */
    public int whole(int least) {
        var text = text();
        long value = text.matches("-?\\d{1,9}") ? Long.parseLong(text) : Long.MIN_VALUE;
        if (value < least) {
            throw error("must be a whole number"
                    + (least == Integer.MIN_VALUE ? "" : " of at least " + least) + ", was '" + text + "'");
        }
        return (int) value;
    }

    public boolean yes() {
        return switch (text()) {
            case "true" -> true;
            case "false" -> false;
            default -> throw error("must be true or false, was '" + text() + "'");
        };
    }

    public boolean isList() {
        return node instanceof SequenceNode;
    }

    public boolean isMap() {
        return node instanceof MappingNode;
    }

    /** Returns the elements of a list; a list of this value if it is not a list. */
    public List<YamlValue> items() {
        if (!(node instanceof SequenceNode list)) {
            return List.of(this);
        }
        var items = new ArrayList<YamlValue>();
        for (var item : list.getValue()) {
            items.add(new YamlValue(place.item(items.size()), item));
        }
        return items;
    }

    /** Returns this value as a mapping. A key that occurs twice is refused. */
    public YamlMap map() {
        if (!(node instanceof MappingNode mapping)) {
            throw error("must be a mapping (key: value)");
        }
        var values = new LinkedHashMap<String, YamlValue>();
        for (var tuple : mapping.getValue()) {
            var key = new YamlValue(place, tuple.getKeyNode()).text();
            if (values.put(key, new YamlValue(place.of(key), tuple.getValueNode())) != null) {
                throw place.of(key).error(line(tuple.getKeyNode()), "is given twice; keep one");
            }
        }
        return new YamlMap(place, line(node), values);
    }

    /** Returns an error about this value. */
    public InvalidSpec error(String message) {
        return place.error(line(node), message);
    }

    /** Returns this value at another place. */
    YamlValue at(YamlPlace other) {
        return new YamlValue(other, node);
    }

    /** Returns this value; if both values are mappings, adds the keys that only the other has. */
    YamlValue completedBy(YamlValue other) {
        if (!(node instanceof MappingNode mine && other.node instanceof MappingNode theirs)) {
            return this;
        }
        var tuples = new ArrayList<>(theirs.getValue());
        for (var tuple : mine.getValue()) {
            var key = ((ScalarNode) tuple.getKeyNode()).getValue();
            tuples.removeIf(one -> ((ScalarNode) one.getKeyNode()).getValue().equals(key));
            tuples.add(tuple);
        }
        return new YamlValue(place, new MappingNode(mine.getTag(), true, tuples, mine.getStartMark(),
                mine.getEndMark(), mine.getFlowStyle()));
    }

    String kind() {
        return switch (node.getNodeId()) {
            case mapping -> "mapping";
            case sequence -> "list";
            default -> "single value";
        };
    }

    static int line(Node node) {
        return node.getStartMark() == null ? 1 : node.getStartMark().getLine() + 1;
    }
}
