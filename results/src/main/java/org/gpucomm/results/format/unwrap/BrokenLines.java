package org.gpucomm.results.format.unwrap;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.gpucomm.results.format.Line;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a text copied from a terminal, which breaks lines longer than its width: a line of exactly that width continues on the next.
 * A joined line has the number of its last piece.
 */
public final class BrokenLines implements Unwrapper.Source {

    /** Name of this wrapping, as shown to users. */
    public static final String NAME = "broken-lines";

    private static final int NARROWEST = 20;
    /** More pieces than a line has in a terminal of normal width. */
    public static final int MOST_PIECES = 12;

    /** Length of a common beginning that marks lines as a list. */
    private static final int ALIKE = 6;
    private static final int LONGEST_NAME = 12;
    private static final String RULING = "+-=*_#~|";
    private static final Pattern NUMBERED = Pattern.compile("\\s{0,6}(\\d{1,9})([:\\-\\t])");

    private final Unwrapper.Source source;
    private final int width;
    private final Set<Long> apart;
    private @Nullable Line ahead;

    /** @param apart numbers of lines of that width that end there */
    public BrokenLines(Unwrapper.Source source, int width, Set<Long> apart) {
        this.source = source;
        this.width = width;
        this.apart = apart;
    }

    @Override
    public @Nullable Line next() throws IOException {
        var line = ahead == null ? source.next() : ahead;
        ahead = null;
        if (line == null || !goesOn(line)) {
            return line;
        }
        var whole = new StringBuilder(line.text());
        var last = line;
        for (int pieces = 1; pieces < MOST_PIECES && goesOn(last); pieces++) {
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

    private boolean goesOn(Line line) {
        return width > 0 && line.text().length() == width && !apart.contains(line.number());
    }

    /** Returns whether the line begins a new one even if the line before fills the terminal: a comment, command, NCCL line or ruler. */
    private static boolean isNoPiece(String before, String text) {
        boolean begins = text.startsWith("# ") || text.equals("#") || text.startsWith("#-") || text.startsWith("$ ")
                || text.startsWith("+ ") || isNccl(text) || isTitle(text);
        var list = begin(before);
        boolean alike = !list.isEmpty() && text.startsWith(list);
        boolean nothing = text.isBlank() && text.length() < before.length();
        return begins || alike || nothing || isRuler(before) != isRuler(text) || isNumberedNext(before, text);
    }

    /** Returns whether the line has the next number: {@code grep -n} and {@code cat -n} number lines, but not pieces of lines. */
    private static boolean isNumberedNext(String before, String text) {
        var number = NUMBERED.matcher(text);
        var numberBefore = NUMBERED.matcher(before);
        return number.lookingAt() && numberBefore.lookingAt() && number.group(2).equals(numberBefore.group(2))
                && Integer.parseInt(number.group(1)) == Integer.parseInt(numberBefore.group(1)) + 1;
    }

    /** Returns the beginning that lines of a list share; empty if the line is too short or begins with blanks. */
    public static String begin(String text) {
        return text.length() < ALIKE || text.substring(0, ALIKE).isBlank() ? "" : text.substring(0, ALIKE);
    }

    /** Returns whether the line is NCCL's: two words before NCCL INFO, one for host, process and thread, one for the device. */
    private static boolean isNccl(String text) {
        int at = text.indexOf(" NCCL INFO ");
        int blank = text.indexOf(' ');
        return at > 0 && text.indexOf(' ', blank + 1) == at;
    }

    /** Returns whether the line is one word after a hash, as NVSHMEM's programs print above a table; a column name is shorter. */
    private static boolean isTitle(String text) {
        return text.length() > LONGEST_NAME && text.charAt(0) == '#' && text.indexOf(' ') < 0;
    }

    private static boolean isRuler(String text) {
        return text.length() > 2 && text.chars().allMatch(c -> RULING.indexOf(c) >= 0);
    }

    /**
     * Returns the number of lines that may have been broken at the width of the longest line: those before a shorter line, and those in
     * sequence. Returns 0 if a sequence is longer than any broken line, like the rows of an evenly laid out table.
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
                boolean goesOn = run > 0 && !text.isBlank() && !isNoPiece(before, text);
                candidates += Math.max(run - 1, goesOn ? 1 : 0);
                run = text.length() == width ? 1 : 0;
            }
            before = text;
        }
        return candidates;
    }

    /** Returns the number of these lines before a shorter line that may be the rest; an unbroken log has few of them. */
    public static long beforeShorter(List<String> texts) {
        int width = width(texts);
        return IntStream.range(1, texts.size()).filter(at -> texts.get(at - 1).length() == width
                && texts.get(at).length() < width && !isNoPiece(texts.get(at - 1), texts.get(at))).count();
    }

    /** Returns the length of the longest line. */
    public static int width(List<String> texts) {
        return texts.stream().mapToInt(String::length).max().orElse(0);
    }

    /**
     * Returns the lines joined again, each with the number of its last piece; the lines as they are if the width is 0.
     *
     * @param apart numbers of lines of that width that end there
     */
    public static List<Line> joined(List<String> texts, int width, Set<Long> apart) throws IOException {
        var joined = new ArrayList<Line>();
        var numbers = new int[]{0};
        var source = new BrokenLines(
                () -> numbers[0] < texts.size() ? Line.of(numbers[0] + 1L, texts.get(numbers[0]++)) : null, width,
                apart);
        for (var line = source.next(); line != null; line = source.next()) {
            joined.add(line);
        }
        return joined;
    }
}
