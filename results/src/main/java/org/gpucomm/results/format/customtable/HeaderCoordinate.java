package org.gpucomm.results.format.customtable;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.gpucomm.results.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Number of ranks, number of nodes or message size that the header of a column names: {@code 8 GPUs}, {@code nodes=2}, {@code 16 MB}. All
 * results of the column have it.
 *
 * @param meaning {@link Meaning#RANKS}, {@link Meaning#NODES} or {@link Meaning#SIZE}; {@link Meaning#VARIANT} for a bare number that no
 *                line above the table explains
 */
record HeaderCoordinate(Meaning meaning, String value) {

    private static final int FEWEST = 2;
    private static final String DEVICE = "device ";
    private static final String RANKS = "gpus?|ranks?|pes?|procs|processes|devices";
    private static final String NODES = "nodes?|hosts?|servers?";
    private static final Pattern COUNT = Pattern
            .compile("(?i)([1-9]\\d{0,5})[ -]?(?:x ?)?(" + RANKS + "|" + NODES + ")?");
    private static final Pattern NAMED = Pattern
            .compile("(?i)(np|nranks|ngpus?|nnodes|n|" + RANKS + "|" + NODES + ")[ =_:]{1,2}([1-9]\\d{0,5})");
    private static final Pattern SIZE = Pattern.compile("(?i)\\d{1,6}(?:\\.\\d{1,3})? ?(?:[kmg]i?b?|b)");
    private static final Pattern WITH_UNIT = Pattern.compile("(.{1,30}?) ?[(\\[]([^()\\[\\]]{1,8})[)\\]]");
    private static final Pattern WORD_OF_RANKS = Pattern.compile("(?i)\\b(?:" + RANKS + ")\\b");
    private static final Pattern WORD_OF_NODES = Pattern.compile("(?i)\\b(?:" + NODES + ")\\b");

    /**
     * Returns the coordinate of each column, null for the columns before the first one that has one. Empty unless all columns from the
     * second or a later one on have ascending coordinates of one meaning.
     *
     * @param above lines above the table, which may say what bare numbers count
     */
    static List<@Nullable HeaderCoordinate> of(List<String> header, List<String> above) {
        if (areNumbersOfDevices(header)) {
            return IntStream.range(0, header.size()).mapToObj(at -> at == 0
                    ? null
                    : new HeaderCoordinate(Meaning.VARIANT, DEVICE + (at - 1))).toList();
        }
        int first = IntStream.range(0, header.size()).filter(at -> of(header.get(at), above).isPresent()).findFirst()
                .orElse(0);
        var found = header.stream().skip(first).map(text -> of(text, above).orElse(null)).toList();
        var meanings = found.stream().map(each -> each == null ? null : each.meaning()).distinct().toList();
        return first > 0 && found.size() >= FEWEST && meanings.size() == 1 && meanings.getFirst() != null
                && areAscending(found)
                        ? IntStream.range(0, header.size()).mapToObj(at -> at < first ? null : found.get(at - first))
                                .toList()
                        : List.of();
    }

    /** Returns whether the columns are numbered from 0 on, as devices are, unlike counts. */
    private static boolean areNumbersOfDevices(List<String> header) {
        return header.size() > FEWEST && IntStream.range(1, header.size())
                .allMatch(at -> header.get(at).strip().equals(String.valueOf(at - 1)));
    }

    private static boolean areAscending(List<@Nullable HeaderCoordinate> found) {
        var values = found.stream().map(each -> Bytes.parse(Objects.requireNonNull(each).value()).orElseThrow())
                .toList();
        return IntStream.range(1, values.size()).allMatch(at -> values.get(at - 1).compareTo(values.get(at)) < 0);
    }

    /** Returns the coordinate that a label stands for; empty for other labels. */
    static Optional<HeaderCoordinate> ofLabel(@Nullable String label) {
        if (label != null && (COUNT.matcher(label).matches() || label.startsWith(DEVICE))) {
            return Optional.of(new HeaderCoordinate(Meaning.VARIANT, label));
        }
        int equals = label == null ? -1 : label.indexOf('=');
        return equals < 0
                ? Optional.empty()
                : List.of(Meaning.RANKS, Meaning.NODES, Meaning.SIZE).stream()
                        .filter(meaning -> name(meaning).equals(label.substring(0, equals))).findFirst()
                        .map(meaning -> new HeaderCoordinate(meaning, label.substring(equals + 1)));
    }

    String label() {
        return meaning == Meaning.VARIANT ? value : name(meaning) + "=" + value;
    }

    private static String name(Meaning meaning) {
        return meaning.name().toLowerCase(Locale.ROOT);
    }

    /** Returns the quantity of a column in its name, {@code 1 MiB (us)}; empty if that has no unit of a time or a bandwidth. */
    static Optional<StatedQuantity> quantity(String header) {
        var parts = WITH_UNIT.matcher(header.strip());
        return !parts.matches()
                ? Optional.empty()
                : Stream.of(Meaning.TIME, Meaning.ALGBW)
                        .flatMap(meaning -> Unit.of(Objects.requireNonNull(meaning.kind()), parts.group(2))
                                .map(unit -> new StatedQuantity(meaning, unit)).stream())
                        .findFirst();
    }

    private static Optional<HeaderCoordinate> of(String header, List<String> above) {
        var parts = WITH_UNIT.matcher(header.strip());
        var text = quantity(header).isPresent() && parts.matches() ? parts.group(1) : header.strip();
        if (SIZE.matcher(text).matches()) {
            return Bytes.parse(text).map(size -> new HeaderCoordinate(Meaning.SIZE, size.toString()));
        }
        var count = COUNT.matcher(text);
        if (count.matches()) {
            return Optional.of(new HeaderCoordinate(meaning(count.group(2), above), count.group(1)));
        }
        var named = NAMED.matcher(text);
        return named.matches()
                ? Optional.of(new HeaderCoordinate(meaning(named.group(1).replaceFirst("^n(?!ode)", ""), above),
                        named.group(2)))
                : Optional.empty();
    }

    /** Returns what a number counts, from the word next to it or from the nearest line above the table with such a word. */
    private static Meaning meaning(@Nullable String word, List<String> above) {
        var said = word == null || word.isEmpty() ? above.reversed() : List.of(word);
        for (var line : said) {
            boolean nodes = WORD_OF_NODES.matcher(line).find();
            if (nodes != WORD_OF_RANKS.matcher(line).find()) {
                return nodes ? Meaning.NODES : Meaning.RANKS;
            }
        }
        return Meaning.VARIANT;
    }
}
