package org.gpucomm.results.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import org.gpucomm.results.Decimal;
import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.core.json.JsonFactory;

/**
 * Parser of JSON (RFC 8259) into values whose numbers keep their digits. Objects are maps in the order of the text, arrays are lists,
 * numbers are {@link Decimal}, and the rest is String, Boolean and null. Jackson does the reading and quoting.
 */
public final class Json {

    /** Deeper than any result; prevents a text of brackets from exhausting the stack. */
    private static final int MAX_DEPTH = 64;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build()).build();

    /** The part of Jackson's messages about its own settings: {@code (start marker at [Source: REDACTED …])}. */
    private static final Pattern OF_THE_LIBRARY = Pattern.compile(" ?\\([^()]*\\[Source: .*\\]\\)");

    private Json() {}

    /**
     * Returns the value of a text.
     *
     * @throws IllegalArgumentException if the text is not exactly one JSON value; the message says what was expected and where
     */
    public static @Nullable Object parse(String text) {
        try (var parser = JSON.createParser(ObjectReadContext.empty(), text)) {
            var value = value(parser, parser.nextToken());
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("expected the end" + at(parser.currentLocation().getCharOffset()));
            }
            return value;
        } catch (JacksonException e) {
            var place = e.getLocation();
            throw new IllegalArgumentException(
                    OF_THE_LIBRARY.matcher(e.getOriginalMessage()).replaceAll("")
                            + (place == null ? "" : at(place.getCharOffset())),
                    e);
        }
    }

    /** Returns the object in this text. */
    public static Map<?, ?> parseObject(String text) {
        if (parse(text) instanceof Map<?, ?> object) {
            return object;
        }
        throw new IllegalArgumentException("expected a JSON object");
    }

    /**
     * Returns a text member of an object. The text after that member need not be JSON, so that the first members of a cut line can still be
     * read.
     */
    public static Optional<String> text(String object, String name) {
        try (var parser = JSON.createParser(ObjectReadContext.empty(), object)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean wanted = parser.currentName().equals(name);
                if (parser.nextToken() == JsonToken.VALUE_STRING && wanted) {
                    return Optional.of(parser.getString());
                }
                parser.skipChildren();
            }
            return Optional.empty();
        } catch (JacksonException noJson) {
            return Optional.empty();
        }
    }

    /** Returns all text members with these names, at any depth, in order. The text after the last of them need not be JSON. */
    public static List<String> texts(String json, Set<String> names) {
        var texts = new ArrayList<String>();
        try (var parser = JSON.createParser(ObjectReadContext.empty(), json)) {
            boolean wanted = false;
            for (var token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (wanted && token == JsonToken.VALUE_STRING) {
                    texts.add(parser.getString());
                }
                wanted = token == JsonToken.PROPERTY_NAME && names.contains(parser.currentName());
            }
        } catch (JacksonException cut) {
            // the members before the cut are complete
        }
        return texts;
    }

    /** Appends the text as a JSON string. */
    public static void quote(StringBuilder json, String text) {
        json.append('"');
        JsonStringEncoder.getInstance().quoteAsString(text, json);
        json.append('"');
    }

    private static @Nullable Object value(JsonParser parser, @Nullable JsonToken first) {
        return switch (first) {
            case START_OBJECT -> {
                var members = new LinkedHashMap<String, @Nullable Object>();
                while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                    var name = parser.currentName();
                    members.put(name, value(parser, parser.nextToken()));
                }
                yield members;
            }
            case START_ARRAY -> {
                var elements = new ArrayList<@Nullable Object>();
                for (var next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
                    elements.add(value(parser, next));
                }
                yield elements;
            }
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Decimal(parser.getString());
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case null, default -> throw new IllegalArgumentException(
                    "expected a value" + at(parser.currentLocation().getCharOffset()));
        };
    }

    private static String at(long offset) {
        return " at character " + (offset + 1) + " of the JSON text";
    }
}
