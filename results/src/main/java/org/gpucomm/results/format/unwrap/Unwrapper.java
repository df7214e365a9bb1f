package org.gpucomm.results.format.unwrap;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.gpucomm.results.format.Cells;
import org.gpucomm.results.format.Line;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the lines of one log as the programs wrote them: without prefixes, with their writers, and joined again where several writers
 * shared a line.
 */
public final class Unwrapper {

    /** Limit in characters for lines read ahead. */
    private static final int MAX_AHEAD = 1 << 20;
    private static final String MARKS = "<\u2190\u21D0\u2B05\u2605\u2606";

    private final Source source;
    private final @Nullable EnclosedLines enclosed;
    private final boolean plain;
    private final Prefixes prefixes = new Prefixes(this::ahead);
    private final SplitLines pieces = new SplitLines();
    private final Deque<Line> ahead = new ArrayDeque<>();
    private List<Line> before = List.of();
    private @Nullable IOException failure;

    private Unwrapper(Source source, boolean plain) {
        this.enclosed = plain ? null : new EnclosedLines(source);
        this.source = enclosed == null ? source : enclosed;
        this.plain = plain;
    }

    public static Unwrapper of(Source source) {
        return new Unwrapper(source, false);
    }

    /** Returns a reader for a file known to have no wrapping, which gives its lines unchanged. */
    public static Unwrapper ofPlain(Source source) {
        return new Unwrapper(source, true);
    }

    /**
     * Returns the next line; null after the last. If several writers shared the line, this is the text of the one who ended it;
     * {@link #before()} has the completed lines of the others.
     */
    public @Nullable Line next() throws IOException {
        before = List.of();
        var line = ahead.isEmpty() ? fresh() : ahead.poll();
        if (line == null || line.cut() || plain) {
            return line;
        }
        int begin = prefixes.strip(line.text());
        var text = withoutRemark(begin == 0 ? line.text() : line.text().substring(begin));
        if (begin == 0 && pieces.isWhole(text)) {
            return text.equals(line.text()) ? line : line.of(text, line.writer());
        }
        var unwrapped = line.of(text, prefixes.writer());
        var last = pieces.of(unwrapped, prefixes.tag());
        before = pieces.before();
        return last;
    }

    /** Returns other lines that the latest line completed, to be read before it; usually empty. */
    public List<Line> before() {
        return before;
    }

    /** Returns the next line that was begun but never ended; null if there are no more. Must be called after the last line. */
    public @Nullable Line unfinished() {
        return pieces.unfinished();
    }

    /** Returns the wrappings found so far: {@code ompi-tag}, {@code srun-l}, {@code midline-tag} … */
    public Set<String> found() {
        var found = new LinkedHashSet<>(prefixes.found());
        if (enclosed != null) {
            found.addAll(enclosed.found());
        }
        found.addAll(pieces.found());
        return found;
    }

    private @Nullable Line fresh() throws IOException {
        if (failure != null) {
            throw failure;
        }
        return source.next();
    }

    private Iterator<String> ahead(int count) {
        try {
            long characters = ahead.stream().mapToLong(line -> line.text().length()).sum();
            while (failure == null && ahead.size() < count && characters < MAX_AHEAD) {
                var line = source.next();
                if (line == null) {
                    break;
                }
                ahead.add(line);
                characters += line.text().length();
            }
        } catch (IOException e) {
            failure = e; // thrown when reached
        }
        var texts = new ArrayList<String>(count);
        for (var line : ahead) {
            if (texts.size() < count) {
                texts.add(line.text());
            }
        }
        return texts.iterator();
    }

    /** Source of lines. */
    @FunctionalInterface
    public interface Source {

        /** Returns the next line; null after the last. */
        @Nullable
        Line next() throws IOException;
    }

    /**
     * Returns the line without a remark with an arrow or a star that a person wrote behind a row, as in {@code 2097152  16000.00  <-- drops};
     * the line itself if it has none or is no row of numbers.
     */
    private static String withoutRemark(String line) {
        int at = mark(line);
        if (at < 0) {
            return line;
        }
        var row = line.substring(0, at).stripTrailing();
        var cells = Cells.of(row);
        boolean isRow = cells.size() > 1 && isNumber(cells.getFirst().replace("|", ""))
                && (isNumber(cells.getLast()) || cells.getLast().equals("|") || cells.getLast().equals("N/A"))
                && row.indexOf('.') > 0;
        return isRow ? row : line;
    }

    /** Returns the index of a mark behind a blank; -1 if there is none. */
    private static int mark(String line) {
        for (int i = 0; i < MARKS.length(); i++) {
            int at = line.indexOf(MARKS.charAt(i));
            if (at > 0 && Character.isWhitespace(line.charAt(at - 1))
                    && (line.charAt(at) != '<' || line.startsWith("<-", at) || line.startsWith("<=", at))) {
                return at;
            }
        }
        return -1;
    }

    private static boolean isNumber(String cell) {
        return cell.isEmpty() || Character.isDigit(cell.charAt(0));
    }
}
