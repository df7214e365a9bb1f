package org.gpucomm.results.yaml;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
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
}
