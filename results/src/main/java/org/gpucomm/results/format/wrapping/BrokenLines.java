package org.gpucomm.results.format.wrapping;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.format.Line;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a text that was copied from a terminal, which breaks lines that are longer than it is wide: a line of exactly
 * that width goes on with the next. A line has the number of its last piece.
 */
public final class BrokenLines implements Unwrapper.Source {

    /** What was found, as it is named to users. */
    public static final String NAME = "broken-lines";

    private static final int NARROWEST = 20;
    /** More pieces than any program's line has in a terminal of use. */
    public static final int MOST_PIECES = 8;

    /** Lines that begin with the same characters are lines of a list. */
    private static final int ALIKE = 6;

    private final Unwrapper.Source source;
    private final int width;
    private @Nullable Line ahead;

    public BrokenLines(Unwrapper.Source source, int width) {
        this.source = source;
        this.width = width;
    }

    @Override
    public @Nullable Line next() throws IOException {
        var line = ahead == null ? source.next() : ahead;
        ahead = null;
        if (line == null || line.text().length() != width) {
            return line;
        }
        var whole = new StringBuilder(line.text());
        var last = line;
        for (int pieces = 1; pieces < MOST_PIECES && last.text().length() == width; pieces++) {
            var next = source.next();
            if (next == null || isNoPiece(last.text(), next.text())) {
                ahead = next;
                break;
            }
            whole.append(next.text());
            last = next;
        }
        return last.of(whole.toString(), last.writer());
    }

    /** Returns whether a line stands for itself although the one before fills the terminal: a comment, a command, a line of NCCL's, a ruler. */
    private static boolean isNoPiece(String before, String text) {
        boolean begins = text.startsWith("# ") || text.equals("#") || text.startsWith("#-") || text.startsWith("$ ")
                || text.startsWith("+ ") || text.contains(" NCCL INFO ");
        boolean alike = before.regionMatches(0, text, 0, ALIKE) && !before.substring(0, ALIKE).isBlank();
        return begins || alike || isRuler(before) != isRuler(text);
    }

    private static boolean isRuler(String text) {
        return text.length() > 2 && text.chars().allMatch(c -> c == text.charAt(0) && !Character.isLetterOrDigit(c)
                && !Character.isWhitespace(c));
    }

    /**
     * Returns how many lines may have been broken at the width of the longest: those of it that stand before a shorter one. None if
     * more of them follow one another than a line has pieces, as rows of a table that is laid out evenly do.
     */
    public static int candidates(List<String> texts) {
        int width = width(texts);
        if (width < NARROWEST) {
            return 0;
        }
        int candidates = 0;
        int run = 0;
        var before = " ".repeat(ALIKE);
        for (var text : texts) {
            if (text.length() == width && !isNoPiece(before, text)) {
                run++;
                if (run >= MOST_PIECES) {
                    return 0;
                }
            } else {
                candidates += run > 0 && !text.isBlank() && !isNoPiece(before, text) ? 1 : 0;
                run = text.length() == width ? 1 : 0;
            }
            before = text;
        }
        return candidates;
    }

    /** The length of the longest line. */
    public static int width(List<String> texts) {
        return texts.stream().mapToInt(String::length).max().orElse(0);
    }

    /** The texts put together again, with the numbers of their last pieces. */
    public static List<Line> joined(List<String> texts, int width) throws IOException {
        var joined = new ArrayList<Line>();
        var numbers = new int[]{0};
        var source = new BrokenLines(
                () -> numbers[0] < texts.size() ? Line.of(numbers[0] + 1L, texts.get(numbers[0]++)) : null, width);
        for (var line = source.next(); line != null; line = source.next()) {
            joined.add(line);
        }
        return joined;
    }
}
