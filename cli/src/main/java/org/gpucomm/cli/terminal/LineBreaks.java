package org.gpucomm.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/** Line breaking of sentences. */
public final class LineBreaks {

    private static final char STICKS = '\u00a0';

    private LineBreaks() {}

    /**
     * Returns the text in lines of at most {@code width} columns. A longer word has a line of its own, and a number stays with its unit.
     *
     * @param first prefix of the first line
     * @param next  prefix of the other lines
     */
    public static List<String> of(String text, int width, String first, String next) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder(first);
        boolean empty = true;
        for (var part : text.replaceAll("(\\d) (%|[GM]B/s|[nµm]?s|[KMGT]iB|B|GPUs?)(?=\\W|$)", "$1" + STICKS + "$2")
                .split(" ")) {
            var word = part.replace(STICKS, ' ');
            if (!empty && line.length() + word.length() + 1 > width) {
                lines.add(line.toString());
                line.setLength(0);
                line.append(next);
                empty = true;
            }
            line.append(empty ? "" : " ").append(word);
            empty = false;
        }
        lines.add(line.toString());
        return lines;
    }
}
