package org.gpucomm.results.format.customtable;

import java.util.function.Function;
import java.util.regex.Pattern;

import org.gpucomm.results.Operation;
import org.jspecify.annotations.Nullable;

/** Words above a table: the line that heads it, and the operation that it, or one below it, names. */
final class TableHeading {

    private static final int LONGEST = 80;
    private static final Pattern SIZE = Pattern.compile("(?<![\\w.])(\\d+(?:\\.\\d+)?) ?([KMG]i?B)\\b(?!/)");
    private static final Pattern BEFORE = Pattern.compile("^[#*=\\s]+");
    private static final Pattern BEHIND = Pattern.compile("(?<![*=:\\s])[*=:\\s]++$");

    private final Function<String, @Nullable Operation> naming;
    private String text = "";
    private String operation = "";
    private String size = "";

    /** @param naming the operation that a line names; null if it names none */
    TableHeading(Function<String, @Nullable Operation> naming) {
        this.naming = naming;
    }

    /** A line that is no table's. A heading that names no operation ends what the one before said. */
    void read(String line) {
        var bare = line.strip();
        boolean heads = bare.startsWith("#") || bare.startsWith("**") || bare.startsWith("=") || bare.endsWith(":");
        var named = bare.isEmpty() ? null : naming.apply(line);
        if (named != null || heads) {
            operation = named == null ? "" : named.id();
            var words = BEHIND.matcher(BEFORE.matcher(bare).replaceFirst("")).replaceFirst("");
            text = words.length() > LONGEST ? words.substring(0, LONGEST) : words;
            var sizes = SIZE.matcher(text).results().map(size -> size.group(1) + " " + size.group(2)).distinct()
                    .toList();
            size = sizes.size() == 1 ? sizes.getFirst() : "";
        }
    }

    /** The one message size that it names; empty if it names none or several. */
    String size() {
        return size;
    }

    String text() {
        return text;
    }

    /** The operation's id; empty if none is named. */
    String operation() {
        return operation;
    }
}
