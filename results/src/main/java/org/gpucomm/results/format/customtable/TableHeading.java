package org.gpucomm.results.format.customtable;

import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.gpucomm.results.Operation;
import org.jspecify.annotations.Nullable;

/** Text above a table: its heading, and the operation named in the heading or in a line below it. */
final class TableHeading {

    private static final int LONGEST = 80;
    private static final Pattern SIZE = Pattern.compile("(?<![\\w.])(\\d+(?:\\.\\d+)?) ?([KMG]i?B)\\b(?!/)");
    private static final Pattern RANKS = Pattern
            .compile(
                    "(?i)(?<![\\w.])(\\d{1,6})[ -]?(?:GPUs?|ranks?|PEs?|processes)\\b|\\b(?:TP|np|world[ _]size) ?[=:]? ?(\\d{1,6})\\b");
    /** Parameter of the rows below: {@code seq_len=32}. */
    private static final Pattern SETTING = Pattern
            .compile("(?<![\\w-])([A-Za-z]\\w{1,30}) ?= ?(\\d[\\w.]{0,12})(?![\\w.]*[%/])");
    private static final Set<String> NO_SETTINGS = Set.of("tp", "np", "ranks", "gpus", "nodes", "world_size", "size");
    private static final Pattern OF_NODES = Pattern.compile("(?i)\\b(?:nodes?|hosts?|per|each)\\b|/");
    private static final Set<String> REDUCTIONS = Set.of("sum", "avg", "max", "min", "prod");
    /** A few words without punctuation, which are the title of a table directly below them: {@code vllm}. */
    private static final Pattern TITLE = Pattern.compile("(?=.{1,40}$)[A-Za-z][\\w+-]*(?: [\\w+-]++){0,3}");
    private static final Pattern BEFORE = Pattern.compile("^[#*=\\s]+");
    private static final Pattern BEHIND = Pattern.compile("(?<![*=:\\s])[*=:\\s]++$");

    private final Function<String, @Nullable Operation> naming;
    private String text = "";
    private String operation = "";
    private String size = "";
    private String ranks = "";
    private String reduction = "";
    private String settings = "";
    private String title = "";

    /** @param naming operation that a line names; null if it names none */
    TableHeading(Function<String, @Nullable Operation> naming) {
        this.naming = naming;
    }

    /** Reads a line outside tables. A heading without an operation clears the previous one. */
    void read(String line) {
        var bare = line.strip();
        title = bare.isEmpty() ? title : TITLE.matcher(bare).matches() ? bare : "";
        boolean heads = bare.startsWith("#") || bare.startsWith("**") || bare.startsWith("=") || bare.endsWith(":");
        var named = bare.isEmpty() ? null : naming.apply(line);
        if (named != null || heads) {
            operation = named == null ? "" : named.id();
            var words = withoutMarks(bare);
            text = words.length() > LONGEST ? words.substring(0, LONGEST) : words;
            var sizes = SIZE.matcher(text).results().map(size -> size.group(1) + " " + size.group(2)).distinct()
                    .toList();
            size = sizes.size() == 1 ? sizes.getFirst() : "";
            var counts = RANKS.matcher(text).results()
                    .map(count -> count.group(1) == null ? count.group(2) : count.group(1)).distinct().toList();
            // Next to a size, a parameter says the same again.
            settings = !size.isEmpty()
                    ? ""
                    : SETTING.matcher(text).results()
                            .filter(setting -> !NO_SETTINGS.contains(setting.group(1).toLowerCase(Locale.ROOT)))
                            .map(setting -> setting.group(1) + "=" + setting.group(2)).collect(Collectors.joining(";"));
            reduction = REDUCTIONS.contains(text.toLowerCase(Locale.ROOT)) ? text.toLowerCase(Locale.ROOT) : "";
            ranks = counts.size() == 1 && !OF_NODES.matcher(text).find() ? counts.getFirst() : "";
        }
    }

    /** Takes a title directly above the table that begins here for its heading. */
    void begin() {
        text = title.isEmpty() ? text : title;
        title = "";
    }

    static String withoutMarks(String line) {
        return BEHIND.matcher(BEFORE.matcher(line).replaceFirst("")).replaceFirst("");
    }

    /** Returns the only message size in the heading; empty if it has none or several. */
    String size() {
        return size;
    }

    /** Returns the only number of ranks in the heading; empty if it has none or several, or counts nodes too. */
    String ranks() {
        return ranks;
    }

    /** Returns the reduction that is the whole heading, {@code #### Sum}; empty for other headings. */
    String reduction() {
        return reduction;
    }

    /** Returns the parameters with numbers in the heading, {@code seq_len=32;hidden=4096}; empty if it has none, or gives a size. */
    String settings() {
        return settings;
    }

    String text() {
        return text;
    }

    /** Returns the id of the operation; empty if none is named. */
    String operation() {
        return operation;
    }
}
