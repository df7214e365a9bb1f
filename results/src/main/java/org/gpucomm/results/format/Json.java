package org.gpucomm.results.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.gpucomm.results.Decimal;
import org.jspecify.annotations.Nullable;

/**
 * JSON texts (RFC 8259), as far as results need them: numbers keep their digits. Objects are maps in the order of the text,
 * arrays lists, numbers {@link Decimal}, and the rest String, Boolean and null.
 */
public final class Json {

    /** Deeper than any result; keeps a text of brackets from using up the stack. */
    private static final int MAX_DEPTH = 64;

    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** @throws IllegalArgumentException if this is not one JSON value; the message says what was expected where */
    public static @Nullable Object parse(String text) {
        var json = new Json(text);
        var value = json.value(0);
        json.skipSpace();
        if (json.at < text.length()) {
            throw json.expected("the end");
        }
        return value;
    }

    /** The object in this text. */
    public static Map<?, ?> parseObject(String text) {
        if (parse(text) instanceof Map<?, ?> object) {
            return object;
        }
        throw new IllegalArgumentException("expected a JSON object");
    }

    /** Appends the text as a JSON string. */
    public static void quote(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ') {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        json.append('"');
    }

    private @Nullable Object value(int depth) {
        if (depth > MAX_DEPTH) {
            throw new IllegalArgumentException("nested deeper than " + MAX_DEPTH);
        }
        skipSpace();
        return switch (peek()) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, @Nullable Object> object(int depth) {
        var members = new LinkedHashMap<String, @Nullable Object>();
        at++;
        if (next('}')) {
            return members;
        }
        do {
            skipSpace();
            if (peek() != '"') {
                throw expected("a name");
            }
            var name = string();
            if (!next(':')) {
                throw expected("':'");
            }
            members.put(name, value(depth + 1));
        } while (next(','));
        if (!next('}')) {
            throw expected("',' or '}'");
        }
        return members;
    }

    private List<@Nullable Object> array(int depth) {
        var elements = new ArrayList<@Nullable Object>();
        at++;
        if (next(']')) {
            return elements;
        }
        do {
            elements.add(value(depth + 1));
        } while (next(','));
        if (!next(']')) {
            throw expected("',' or ']'");
        }
        return elements;
    }

    private String string() {
        var string = new StringBuilder();
        at++;
        while (peek() != '"') {
            char c = text.charAt(at++);
            if (c < ' ') {
                throw expected("no control character");
            }
            string.append(c == '\\' ? escaped() : c);
        }
        at++;
        return string.toString();
    }

    private char escaped() {
        char c = peek();
        at++;
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> throw expected("an escape");
        };
    }

    private char unicode() {
        if (at + 4 > text.length()) {
            throw expected("four hexadecimal digits");
        }
        try {
            int code = Integer.parseUnsignedInt(text, at, at + 4, 16);
            at += 4;
            return (char) code;
        } catch (NumberFormatException e) {
            throw expected("four hexadecimal digits");
        }
    }

    private @Nullable Object word(String word, @Nullable Object meaning) {
        if (!text.startsWith(word, at)) {
            throw expected("a value");
        }
        at += word.length();
        return meaning;
    }

    private Decimal number() {
        int from = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        var digits = text.substring(from, at);
        return Decimal.parse(digits).orElseThrow(() -> expected("a value"));
    }

    private boolean next(char wanted) {
        skipSpace();
        boolean there = at < text.length() && text.charAt(at) == wanted;
        at += there ? 1 : 0;
        return there;
    }

    private void skipSpace() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private char peek() {
        if (at >= text.length()) {
            throw expected("more");
        }
        return text.charAt(at);
    }

    private IllegalArgumentException expected(String what) {
        return new IllegalArgumentException("expected " + what + " at character " + (at + 1) + " of the JSON text");
    }
}
