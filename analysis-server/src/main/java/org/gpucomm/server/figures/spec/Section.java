package org.gpucomm.server.figures.spec;

import java.io.Reader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.resolver.Resolver;

/** A mapping of a spec file, with where it stands, so that every complaint names file, line and key. */
final class Section {

    private final String file;
    private final String path;
    private final int line;
    private final Map<String, Node> values;

    private Section(String file, String path, int line, Map<String, Node> values) {
        this.file = file;
        this.path = path;
        this.line = line;
        this.values = values;
    }

    static Section read(String file, Reader yaml) {
        Node node;
        try {
            var options = new LoaderOptions();
            node = new Composer(new ParserImpl(new StreamReader(yaml), options), new TextOnly(), options)
                    .getSingleNode();
        } catch (MarkedYAMLException e) {
            throw new InvalidSpec(file + ":" + lineOf(e) + ": no valid YAML: " + e.getProblem());
        }
        if (node == null) {
            throw new InvalidSpec(file + ": the file is empty; a spec needs at least name, title and panels");
        }
        return of(file, "", node);
    }

    /** Finds no numbers and dates in a scalar: whoever reads it knows what it must be. */
    private static final class TextOnly extends Resolver {

        @Override
        protected void addImplicitResolvers() {
            // none
        }
    }

    private static int lineOf(MarkedYAMLException e) {
        return e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
    }

    private static Section of(String file, String path, Node node) {
        if (!(node instanceof MappingNode mapping)) {
            throw new InvalidSpec(place(file, lineOf(node), path) + "must be a mapping (key: value)");
        }
        var values = new LinkedHashMap<String, Node>();
        for (var tuple : mapping.getValue()) {
            var key = tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "?";
            if (values.put(key, tuple.getValueNode()) != null) {
                throw new InvalidSpec(
                        place(file, lineOf(tuple.getKeyNode()), join(path, key)) + "is given twice; keep one");
            }
        }
        return new Section(file, path, lineOf(node), values);
    }

    /** This section, completed by what {@code outer} says under {@code inherited}; mappings are merged key by key. */
    Section within(Section outer, List<String> inherited) {
        var merged = new LinkedHashMap<>(values);
        for (var key : inherited) {
            var theirs = outer.values.get(key);
            if (theirs != null) {
                merged.merge(key, theirs, Section::merge);
            }
        }
        return new Section(file, path, line, merged);
    }

    private static Node merge(Node mine, Node theirs) {
        if (!(mine instanceof MappingNode mineMapping && theirs instanceof MappingNode theirMapping)) {
            return mine;
        }
        var tuples = new ArrayList<>(theirMapping.getValue());
        for (var tuple : mineMapping.getValue()) {
            var key = ((ScalarNode) tuple.getKeyNode()).getValue();
            tuples.removeIf(other -> ((ScalarNode) other.getKeyNode()).getValue().equals(key));
            tuples.add(tuple);
        }
        return new MappingNode(mine.getTag(), true, tuples, mine.getStartMark(), mine.getEndMark(),
                mineMapping.getFlowStyle());
    }

    /** Refuses every key but these. */
    Section only(String... allowed) {
        for (var key : values.keySet()) {
            if (!Arrays.asList(allowed).contains(key)) {
                throw error(key, "is no key here; allowed are " + String.join(", ", allowed));
            }
        }
        return this;
    }

    boolean has(String key) {
        return values.containsKey(key);
    }

    boolean isList(String key) {
        return values.get(key) instanceof SequenceNode;
    }

    List<String> keys() {
        return List.copyOf(values.keySet());
    }

    String text(String key) {
        var node = values.get(key);
        if (node == null) {
            throw new InvalidSpec(place(file, line, path) + "lacks the key '" + key + "'");
        }
        if (!(node instanceof ScalarNode scalar)) {
            throw error(key, "must be one value, was a " + kind(node));
        }
        return scalar.getValue();
    }

    String text(String key, String otherwise) {
        return has(key) ? text(key) : otherwise;
    }

    /** One value, or a list of them. */
    List<String> texts(String key) {
        return values.get(key) instanceof SequenceNode list
                ? list.getValue().stream().map(item -> scalarOf(key, item)).toList()
                : List.of(text(key));
    }

    private String scalarOf(String key, Node item) {
        if (item instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        throw error(key, "must be a list of single values, holds a " + kind(item));
    }

    double number(String key) {
        return numberOf(key, text(key));
    }

    double number(String key, double otherwise) {
        return has(key) ? number(key) : otherwise;
    }

    @Nullable
    Double numberOrNull(String key) {
        return has(key) ? number(key) : null;
    }

    List<Double> numbers(String key) {
        return texts(key).stream().map(text -> numberOf(key, text)).toList();
    }

    private double numberOf(String key, String text) {
        try {
            double value = Double.parseDouble(text);
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException notANumber) {
            // falls through to the message
        }
        throw error(key, "must be a number, was '" + text + "'");
    }

    int whole(String key, int otherwise) {
        if (!has(key)) {
            return otherwise;
        }
        try {
            return Integer.parseInt(text(key));
        } catch (NumberFormatException e) {
            throw error(key, "must be a whole number, was '" + text(key) + "'");
        }
    }

    boolean yes(String key, boolean otherwise) {
        return oneOf(key, List.of(true, false), Object::toString, otherwise);
    }

    /** The value that is written so. */
    <T> T oneOf(String key, List<T> allowed, Function<T, String> written, T otherwise) {
        if (!has(key)) {
            return otherwise;
        }
        return parse(key, text -> allowed.stream().filter(one -> written.apply(one).equals(text)).findFirst(),
                allowed.stream().map(written).toList());
    }

    <T> T parse(String key, Function<String, Optional<T>> reader, List<String> allowed) {
        var text = text(key);
        return reader.apply(text).orElseThrow(
                () -> error(key, "must be " + String.join(", ", allowed).replaceFirst(", ([^,]*)$", " or $1")
                        + ", was '" + text + "'"));
    }

    /** The mapping under this key; an empty one if there is none. */
    Section section(String key) {
        var node = values.get(key);
        return node == null ? new Section(file, join(path, key), line, Map.of()) : of(file, join(path, key), node);
    }

    List<Section> sections(String key) {
        var node = values.get(key);
        if (node == null) {
            return List.of();
        }
        if (!(node instanceof SequenceNode list)) {
            throw error(key, "must be a list (one '- ' an entry), was a " + kind(node));
        }
        var sections = new ArrayList<Section>();
        for (var item : list.getValue()) {
            sections.add(of(file, join(path, key) + "[" + sections.size() + "]", item));
        }
        return sections;
    }

    InvalidSpec error(String key, String message) {
        var node = values.get(key);
        return new InvalidSpec(place(file, node == null ? line : lineOf(node), join(path, key)) + message);
    }

    InvalidSpec error(String message) {
        return new InvalidSpec(place(file, line, path) + message);
    }

    private static int lineOf(Node node) {
        return node.getStartMark() == null ? 1 : node.getStartMark().getLine() + 1;
    }

    private static String join(String path, String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    private static String place(String file, int line, String path) {
        return file + ":" + line + ": " + (path.isEmpty() ? "the spec " : path + " ");
    }

    private static String kind(Node node) {
        return switch (node.getNodeId()) {
            case mapping -> "mapping";
            case sequence -> "list";
            default -> "single value";
        };
    }
}
