package org.gpucomm.results;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Values by name: the settings of a run or the metrics of a measurement. The columns of these names hold them as text, {@code name=value}
 * joined by {@code ;}. The values stay in insertion order, which equality ignores.
 *
 * @param values values by name; a name is not empty and has no {@code =} or {@code ;}, a value has no {@code ;}
 */
public record NamedValues(Map<String, String> values) {

    public static final NamedValues NONE = new NamedValues(Map.of());

    private static final Pattern SEPARATORS = Pattern.compile("[=;\\s\\p{Cntrl}]+");
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    public NamedValues {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    public static NamedValues of(String name, String value) {
        return NONE.with(name, value);
    }

    /** Returns the values of a map, in its order. */
    public static NamedValues of(Map<String, String> pairs) {
        var values = new LinkedHashMap<String, String>();
        pairs.forEach((name, value) -> put(values, name, value));
        return new NamedValues(values);
    }

    /** Parses the text of a column. If a name occurs twice, its last value counts; a word without {@code =} is a name without a value. */
    public static NamedValues parse(@Nullable String text) {
        if (text == null || text.isBlank()) {
            return NONE;
        }
        var values = new LinkedHashMap<String, String>();
        for (var pair : text.split(";")) {
            int equals = pair.indexOf('=');
            if (!pair.isBlank()) {
                put(values, equals < 1 ? pair.replace("=", "") : pair.substring(0, equals),
                        equals < 1 ? "" : pair.substring(equals + 1));
            }
        }
        return new NamedValues(values);
    }

    /** Returns these values with one added or replaced. */
    public NamedValues with(String name, String value) {
        var more = new LinkedHashMap<>(values);
        put(more, name, value);
        return new NamedValues(more);
    }

    /** Returns these values with one added or replaced; these values alone if it is null. */
    public NamedValues withNullable(String name, @Nullable Object value) {
        return value == null ? this : with(name, value.toString());
    }

    /** Returns these values followed by the others; if both have a name, the value of the others counts. */
    public NamedValues with(NamedValues others) {
        if (others.isEmpty() || isEmpty()) {
            return isEmpty() ? others : this;
        }
        var more = new LinkedHashMap<>(values);
        more.putAll(others.values);
        return new NamedValues(more);
    }

    /** Returns the values whose names pass the test. */
    public NamedValues only(Predicate<String> names) {
        if (values.keySet().stream().allMatch(names)) {
            return this;
        }
        var left = new LinkedHashMap<>(values);
        left.keySet().removeIf(names.negate());
        return new NamedValues(left);
    }

    /** Returns the values with secrets hidden: {@link Secrets#HIDDEN} for a whole value, stars for a secret within one. */
    public NamedValues withoutSecrets() {
        if (!hasSecret()) {
            return this;
        }
        var shown = new LinkedHashMap<>(values);
        shown.replaceAll((name, value) -> Secrets.isOne(name, value) ? Secrets.HIDDEN : Secrets.hide(value));
        return new NamedValues(shown);
    }

    private boolean hasSecret() {
        for (var each : values.entrySet()) {
            if (!isCount(each.getValue())
                    && (Secrets.isOne(each.getKey(), each.getValue()) || Secrets.namesOne(each.getValue()))) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the value is a short number, as most values are: a number holds no secret. */
    private static boolean isCount(String value) {
        boolean count = value.length() <= 12;
        for (int i = 0; count && i < value.length(); i++) {
            char c = value.charAt(i);
            count = c >= '0' && c <= '9' || c == '.';
        }
        return count;
    }

    public Optional<String> get(String name) {
        return Optional.ofNullable(values.get(name));
    }

    public boolean isEmpty() {
        return values.isEmpty();
    }

    /** Returns {@code name=value} joined by {@code ;}; empty if there are none. */
    public String text() {
        return text(values);
    }

    /** Returns the text with names in alphabetical order; equal values have equal texts. */
    public String sortedText() {
        return text(new TreeMap<>(values));
    }

    @Override
    public String toString() {
        return text();
    }

    private static String text(Map<String, String> values) {
        var text = new StringBuilder();
        values.forEach((name, value) -> text.append(text.isEmpty() ? "" : ";").append(name).append('=').append(value));
        return text.toString();
    }

    /** Adds a value without control characters, which break a line of CSV, and without {@code ;} and {@code =}, which separate values. */
    private static void put(Map<String, String> values, String name, String value) {
        var kept = isPlain(name) ? name : SEPARATORS.matcher(name.strip()).replaceAll("_");
        if (kept.isEmpty()) {
            throw new IllegalArgumentException("a value must have a name, '" + value + "' has none");
        }
        values.put(kept, isPlain(value)
                ? value
                : CONTROL.matcher(value.replace(';', ',')).replaceAll(" ").strip());
    }

    /** Returns whether the text is visible ASCII without {@code ;} and {@code =}, as nearly all names and values are. */
    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c >= 0x7F || c == ';' || c == '=') {
                return false;
            }
        }
        return true;
    }
}
