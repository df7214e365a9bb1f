package org.gpucomm.runner.plan;

import java.io.StringReader;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
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
 * A YAML text as nodes that know their lines. Only nodes are composed and no objects made of them: nothing in a text can
 * name a class, and a scalar is what is written ({@code 1G}, not a number of somebody's choice).
 */
final class Yaml {

    private final String file;

    /** @param file name for messages */
    Yaml(String file) {
        this.file = file;
    }

    MappingNode parse(String text) throws PlanException {
        var options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        try {
            var composer = new Composer(new ParserImpl(new StreamReader(new StringReader(text)), options),
                    new Resolver(), options);
            var root = composer.getSingleNode();
            if (root == null) {
                throw new PlanException(file + " is empty; docs/plans.md shows what a plan looks like");
            }
            return mapping(root, "a plan");
        } catch (MarkedYAMLException e) {
            var mark = e.getProblemMark() == null ? e.getContextMark() : e.getProblemMark();
            throw new PlanException(file + ":" + (mark == null ? 1 : mark.getLine() + 1) + ": this is no YAML: "
                    + e.getProblem() + "; mind indentation, and quote texts with ':' or '#'", e);
        } catch (YAMLException e) {
            throw new PlanException(file + " is no YAML: " + e.getMessage(), e);
        }
    }

    MappingNode mapping(Node node, String what) throws PlanException {
        if (node instanceof MappingNode mapping) {
            return mapping;
        }
        throw problem(node, what + " must be a mapping, lines of 'name: value'");
    }

    /** The elements of a list; a single value is a list of one. */
    List<Node> list(Node node) {
        return node instanceof SequenceNode sequence ? sequence.getValue() : List.of(node);
    }

    String text(Node node, String what) throws PlanException {
        if (node instanceof ScalarNode scalar && !scalar.getTag().equals(Tag.NULL)) {
            return scalar.getValue();
        }
        throw problem(node, what + " must be a single value");
    }

    /** Empty for {@code ~}, {@code null} and nothing at all. */
    Optional<String> textOrNull(Node node, String what) throws PlanException {
        return node.getTag().equals(Tag.NULL) ? Optional.empty() : Optional.of(text(node, what));
    }

    PlanException problem(@Nullable Node node, String what) {
        return new PlanException(node == null ? file + ": " + what : file + ":" + line(node) + ": " + what);
    }

    static int line(Node node) {
        return Objects.requireNonNull(node.getStartMark()).getLine() + 1;
    }
}
