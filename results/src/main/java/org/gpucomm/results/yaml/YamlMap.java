package org.gpucomm.results.yaml;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/** A mapping in a YAML file, with its place. */
public final class YamlMap {

    private final YamlPlace place;
    private final int line;
    private final Map<String, YamlValue> values;

    YamlMap(YamlPlace place, int line, Map<String, YamlValue> values) {
        this.place = place;
        this.line = line;
        this.values = values;
    }

    /** Returns this mapping, completed by the keys {@code inherited} of {@code outer}; mappings below them are merged key by key. */
    public YamlMap within(YamlMap outer, List<String> inherited) {
        var merged = new LinkedHashMap<>(values);
        for (var key : inherited) {
            outer.find(key).ifPresent(theirs -> merged.merge(key, theirs.at(place.of(key)),
                    YamlValue::completedBy));
        }
        return new YamlMap(place, line, merged);
    }

    /** Refuses all keys but the allowed ones. */
    public YamlMap only(String... allowed) {
        for (var key : values.keySet()) {
            if (!Arrays.asList(allowed).contains(key)) {
                throw error(key, "is no key here; allowed are " + String.join(", ", allowed) + meant(key, allowed));
            }
        }
        return this;
    }

    public boolean has(String key) {
        return values.containsKey(key);
    }

    public boolean isList(String key) {
        return find(key).map(YamlValue::isList).orElse(false);
    }

    public List<String> keys() {
        return List.copyOf(values.keySet());
    }

    public Optional<YamlValue> find(String key) {
        return Optional.ofNullable(values.get(key));
    }

    /** Returns the value of a required key. */
    public YamlValue value(String key) {
        return find(key).orElseThrow(() -> place.error(line, "lacks the key '" + key + "'"));
    }

    public String text(String key) {
        return value(key).text();
    }

    public String text(String key, String otherwise) {
        return has(key) ? text(key) : otherwise;
    }

    /** Returns the texts of a list, or of a single value. */
    public List<String> texts(String key) {
        return value(key).items().stream().map(YamlValue::text).toList();
    }

    public double number(String key) {
        return value(key).number();
    }

    public double number(String key, double otherwise) {
        return has(key) ? number(key) : otherwise;
    }

    public @Nullable Double numberOrNull(String key) {
        return has(key) ? number(key) : null;
    }

    public List<Double> numbers(String key) {
        return value(key).items().stream().map(YamlValue::number).toList();
    }

    public int whole(String key, int otherwise) {
        return has(key) ? value(key).whole(Integer.MIN_VALUE) : otherwise;
    }

    public boolean yes(String key, boolean otherwise) {
        return has(key) ? value(key).yes() : otherwise;
    }

    /** Returns the allowed value whose text is written; {@code otherwise} if the key is missing. */
    public <T> T oneOf(String key, List<T> allowed, Function<T, String> written, T otherwise) {
        if (!has(key)) {
            return otherwise;
        }
        return parse(key, text -> allowed.stream().filter(one -> written.apply(one).equals(text)).findFirst(),
                allowed.stream().map(written).toList());
    }

    public <T> T parse(String key, Function<String, Optional<T>> reader, List<String> allowed) {
        var text = text(key);
        return reader.apply(text).orElseThrow(
                () -> error(key, "must be " + String.join(", ", allowed).replaceFirst(", ([^,]*)$", " or $1")
                        + ", was '" + text + "'"));
    }

    /** Returns the mapping under a key; an empty one if the key is missing. */
    public YamlMap map(String key) {
        return find(key).map(YamlValue::map).orElseGet(() -> new YamlMap(place.of(key), line, Map.of()));
    }

    /** Returns the mappings in the list under a key; empty if the key is missing. */
    public List<YamlMap> maps(String key) {
        var value = values.get(key);
        if (value == null) {
            return List.of();
        }
        if (!value.isList()) {
            throw value.error("must be a list (one '- ' an entry), was a " + value.kind());
        }
        return value.items().stream().map(YamlValue::map).toList();
    }

    public InvalidSpec error(String key, String message) {
        return find(key).map(value -> value.error(message)).orElseGet(() -> place.of(key).error(line, message));
    }

    public InvalidSpec error(String message) {
        return place.error(line, message);
    }

    private static String meant(String key, String... allowed) {
        return Arrays.stream(allowed).filter(candidate -> distance(key, candidate) <= 2)
                .collect(Collectors.collectingAndThen(Collectors.toList(), near -> near.isEmpty()
                        ? ""
                        : "; did you mean " + String.join(" or ", near) + "?"));
    }

    /** Returns Levenshtein's distance: the number of insertions, deletions and replacements that turn one text into the other. */
    private static int distance(String a, String b) {
        var row = new int[b.length() + 1];
        Arrays.setAll(row, j -> j);
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
