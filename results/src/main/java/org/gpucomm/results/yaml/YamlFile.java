package org.gpucomm.results.yaml;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * A YAML file to read. Only nodes are composed, and no objects are created from them: no text can name a class, and a single value is its
 * text ({@code 1G}), not a converted number. An alias ({@code *name}) may repeat other text, as long as the whole does not become much
 * larger than the file.
 *
 * @param name  name of the file, for messages
 * @param title kind of the file, for messages: {@code the plan}
 * @param needs what to do about an empty file, for messages
 */
public record YamlFile(String name, String title, String needs) {

    /** Reads a file that is a mapping. */
    public YamlMap map(Reader yaml) {
        return root(yaml).map();
    }

    /** Reads a file that is a mapping. */
    public YamlMap map(Path file) {
        try {
            return map(new StringReader(Files.readString(file)));
        } catch (IOException e) {
            throw unread(e);
        }
    }

    private InvalidSpec unread(IOException failure) {
        return new InvalidSpec(switch (failure) {
            case CharacterCodingException binary -> name + " is no UTF-8 text";
            case NoSuchFileException gone -> name + " cannot be read: no such file";
            case AccessDeniedException denied -> name + " cannot be read: this user may not read it";
            default -> name + " cannot be read: " + failure.getMessage();
        });
    }

    /** Reads a file that is a list. */
    public List<YamlValue> list(Reader yaml) {
        var root = root(yaml);
        if (!root.isList()) {
            throw root.error("must be a list (one '- ' an entry); " + needs);
        }
        return root.items();
    }

    private YamlValue root(Reader yaml) {
        var options = new LoaderOptions();
        try {
            var node = new Composer(new ParserImpl(new StreamReader(yaml), options), new TextOnly(), options)
                    .getSingleNode();
            if (node == null) {
                throw new InvalidSpec(name + ": the file is empty; " + needs);
            }
            var root = new YamlValue(new YamlPlace(name, title, ""), node);
            new YamlBounds(name).check(node);
            return root;
        } catch (MarkedYAMLException e) {
            var mark = e.getProblemMark() == null ? e.getContextMark() : e.getProblemMark();
            throw new InvalidSpec(name + ":" + (mark == null ? 1 : mark.getLine() + 1) + ": no valid YAML: "
                    + e.getProblem() + "; mind indentation, and quote texts with ':' or '#'");
        } catch (YAMLException e) {
            if (e.getCause() instanceof IOException failure) {
                throw unread(failure);
            }
            throw new InvalidSpec(name + ": no valid YAML: " + e.getMessage());
        }
    }

    /** Resolver that leaves single values as text instead of numbers or dates: the reader of a value knows its type. */
    private static final class TextOnly extends Resolver {

        @Override
        protected void addImplicitResolvers() {
            // none
        }
    }

    /**
     * Limits for YAML: no tags, which name types; no value that contains itself; no key that is a list or a mapping; and no aliases of aliases,
     * with which a few lines become a billion values.
     */
    private static final class YamlBounds {

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
                throw error(node,
                        "the tag " + node.getTag() + " is not read; leave it out, a value is what is written");
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
}
