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
 * Values by name: the settings of a run, or the metrics of a measurement. Their text, in the columns of these names, is
 * {@code name=value} joined by {@code ;}. The order is that in which the names were given; it plays no part in equality.
 *
 * @param values no name is empty or has a {@code =} or {@code ;} in it, no value has a {@code ;}
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

    /** Returns values by name, in their order. */
    public static NamedValues of(Map<String, String> pairs) {
        var values = new LinkedHashMap<String, String>();
        pairs.forEach((name, value) -> put(values, name, value));
        return new NamedValues(values);
    }

    /** Reads the text of a column. Of a name that is given twice the last value counts; a word without {@code =} is a name. */
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

    /** Returns these values and one more; a name that is there already gets the new value. */
    public NamedValues with(String name, String value) {
        var more = new LinkedHashMap<>(values);
        put(more, name, value);
        return new NamedValues(more);
    }

    /** Returns these values and the others behind them; where both have a name, the other's value counts. */
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

    /** Returns the values with what looks like a secret as {@link Secrets#HIDDEN}, and stars for one within a value. */
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

    /** Most values are counts and times, of which each row has others. */
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

    /** Returns the text with the names in alphabetical order, which is the same for equal values. */
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

    /** Puts in what the text can hold: a record of the CSV is one line, {@code ;} and {@code =} part what is in a cell. */
    private static void put(Map<String, String> values, String name, String value) {
        var kept = isPlain(name) ? name : SEPARATORS.matcher(name.strip()).replaceAll("_");
        if (kept.isEmpty()) {
            throw new IllegalArgumentException("a value must have a name, '" + value + "' has none");
        }
        values.put(kept, isPlain(value)
                ? value
                : CONTROL.matcher(value.replace(';', ',')).replaceAll(" ").strip());
    }

    /** Nearly all names and values have letters, digits and signs of ASCII only, which stay as they are. */
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
