package org.gpucomm.analysis.headline;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.gpucomm.analysis.rules.Phrases;
import org.gpucomm.results.yaml.YamlFile;
import org.gpucomm.results.yaml.YamlMap;
import org.gpucomm.results.yaml.YamlValue;
import org.jspecify.annotations.Nullable;

/** Known meanings of errors of launchers, GPUs and communication libraries, as {@code failures.yaml} lists them; the first that fits counts. */
final class FailureMeaning {

    /**
     * An error with a known meaning.
     *
     * @param cause   what happened, in place of the line: {@code $1} stands for a group of the error, {@code %s} for all values of the
     *                first group; null if the line is to be quoted
     * @param noun    what the values are: {@code rank}
     * @param remedy  what to do, or what the error means; empty if the cause says all
     * @param effects what other lines may report as its effect
     */
    record Known(Pattern error, @Nullable String cause, String noun, String remedy, List<Effect> effects) {

        boolean isIn(String line) {
            return error.matcher(line).find();
        }

        /** Returns what happened, without the line's own words; null if the line is to be quoted. */
        @Nullable
        String causeIn(String line, List<String> failures) {
            return cause == null ? null : filled(cause, error, line, noun, failures);
        }

        /** Returns the effect that some lines report; empty if they report none. */
        String effectIn(List<String> failures) {
            return effects.stream()
                    .flatMap(effect -> failures.stream().filter(line -> effect.error().matcher(line).find()).limit(1)
                            .map(line -> filled(effect.words(), effect.error(), line, "", failures)))
                    .findFirst().orElse("");
        }
    }

    private record Effect(Pattern error, String words) {}

    private static final List<Known> KNOWN = read();
    private static final Pattern NUMBER = Pattern.compile("\\d{1,6}");

    private FailureMeaning() {}

    private static List<Known> read() {
        try (var in = new InputStreamReader(
                Objects.requireNonNull(FailureMeaning.class.getResourceAsStream("/analysis/failures.yaml")),
                StandardCharsets.UTF_8)) {
            return new YamlFile("failures.yaml", "the file", "each begins with '- error: PATTERN'").list(in).stream()
                    .map(entry -> known(entry.map())).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Known known(YamlMap entry) {
        entry.only("error", "cause", "each", "remedy", "then");
        var effects = entry.find("then").map(YamlValue::map)
                .map(then -> then.keys().stream()
                        .map(error -> new Effect(Pattern.compile(error), then.text(error))).toList())
                .orElse(List.of());
        return new Known(Pattern.compile(entry.text("error")), entry.has("cause") ? entry.text("cause") : null,
                entry.text("each", ""), entry.text("remedy", ""), effects);
    }

    /** Returns the known error in a line of a log; empty if there is none. */
    static Optional<Known> of(String line) {
        return KNOWN.stream().filter(each -> each.isIn(line)).findFirst();
    }

    /** Fills the groups of an error, and all values of its first group in several lines, into words. */
    private static String filled(String words, Pattern error, String line, String noun, List<String> failures) {
        var found = error.matcher(line);
        if (!found.find()) {
            return words;
        }
        var text = words;
        for (int i = found.groupCount(); i >= 0; i--) {
            text = text.replace("$" + i, Objects.requireNonNullElse(found.group(i), ""));
        }
        text = text.replace("  ", " ");
        return text.contains("%s") ? text.replace("%s", all(error, noun, failures)) : text;
    }

    /** Returns {@code rank 3}, {@code ranks 2 to 7} or {@code 8 devices}. */
    private static String all(Pattern error, String noun, List<String> failures) {
        var values = failures.stream().map(error::matcher).filter(Matcher::find).map(each -> each.group(1))
                .filter(Objects::nonNull).collect(Collectors.toCollection(TreeSet::new));
        if (values.isEmpty()) {
            return "a " + noun;
        }
        if (values.size() == 1) {
            return NUMBER.matcher(values.first()).matches() ? noun + " " + values.first() : values.first();
        }
        if (!values.stream().allMatch(each -> NUMBER.matcher(each).matches())) {
            return values.size() + " " + noun + "s";
        }
        var numbers = values.stream().map(Integer::valueOf).sorted().toList();
        boolean isStretch = numbers.getLast() - numbers.getFirst() == numbers.size() - 1 && numbers.size() > 2;
        return noun + "s " + (isStretch
                ? numbers.getFirst() + " to " + numbers.getLast()
                : Phrases.list(numbers.stream().map(String::valueOf).toList()));
    }
}
