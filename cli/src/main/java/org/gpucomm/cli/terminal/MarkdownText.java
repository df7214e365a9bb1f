package org.gpucomm.cli.terminal;

import java.util.regex.Pattern;

/** Escaper of text for Markdown. Names and values from logs cannot add markup or links or end a table cell. */
public final class MarkdownText {

    private static final Pattern MARKS = Pattern.compile("[\\\\`*\\[\\]<>|~]");
    private static final Pattern UNSEEN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]+");

    private MarkdownText() {}

    public static String of(String text) {
        return MARKS.matcher(UNSEEN.matcher(text).replaceAll(" ")).replaceAll("\\\\$0").replace("&", "&amp;");
    }
}
