package org.gpucomm.cli.terminal;

import java.util.regex.Pattern;

/** Text in Markdown, as it is: what a log's names and values have in them is neither markup, nor a link, nor the end of a cell. */
public final class MarkdownText {

    private static final Pattern MARKS = Pattern.compile("[\\\\`*\\[\\]<>|~]");
    private static final Pattern UNSEEN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]+");

    private MarkdownText() {}

    public static String of(String text) {
        return MARKS.matcher(UNSEEN.matcher(text).replaceAll(" ")).replaceAll("\\\\$0").replace("&", "&amp;");
    }
}
