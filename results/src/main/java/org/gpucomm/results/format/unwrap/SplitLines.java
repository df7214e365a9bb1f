package org.gpucomm.results.format.unwrap;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import org.gpucomm.results.format.Line;
import org.jspecify.annotations.Nullable;

import static org.gpucomm.results.format.unwrap.Scan.at;
import static org.gpucomm.results.format.unwrap.Scan.isDigit;

/**
 * Joiner of lines that one writer wrote in pieces, between pieces of other writers. mpirun puts a tag before each piece, so that a line
 * interrupted by another writer continues with the next piece of the same tag. NCCL writes whole lines: the beginning of a row before such
 * a line continues with the next line that is not NCCL's.
 */
final class SplitLines {

    private static final int MAX_LENGTH = 1 << 16;
    private static final int MAX_PENDING = 10_000;
    private static final Pattern OWN_TAG = Pattern.compile("(?<=\\d)\\[(\\d{1,6})](?=\\s{2,}[-\\dN])");

    /** Size, count, type and numbers to the end of the line, as wide as nccl-tests prints them. */
    private static final Pattern ROW = Pattern.compile("(?<=\\S)\\s++\\d++\\s++\\d++\\s{2,}+[a-z]\\w*+"
            + "(?:\\s++(?>[-+\\d.]\\S*+|N/A|[a-z]\\w*+)){5,}+\\s*+$");
    private static final String WIDE = "     ";
    private static final String END_OF_PREFIX = "] *** ";

    private final Map<String, Begun> pending = new LinkedHashMap<>();
    private final Map<String, Line> torn = new LinkedHashMap<>();
    private final NcclTail nccl = new NcclTail();
    private final Set<String> found = new LinkedHashSet<>();
    private List<Line> before = List.of();
    private boolean tagged;
    private int wordsOfARow;

    /** Returns whether a line without prefix is complete and needs no joining. */
    boolean isWhole(String text) {
        if (tagged || !torn.isEmpty()) {
            return false;
        }
        // any part of another line contains a bracket
        return text.indexOf('[') < 0 || beginOfCrash(text) < 0
                && (text.indexOf("NCCL ") < 0 || nccl.begin(text) <= 0 && row(text) < 0)
                && (text.indexOf("]<std") < 0 || MpiTags.next(text, 0) < 0);
    }

    List<Line> before() {
        return before;
    }

    Set<String> found() {
        return found;
    }

    /**
     * Returns the line that this one completes.
     *
     * @param printed line without its prefixes
     * @param tag     mpirun's tag at the end of its prefixes; empty if there was none
     */
    Line of(Line printed, String tag) {
        var line = withoutOwnTag(printed);
        before = List.of();
        tagged |= !tag.isEmpty();
        int next = MpiTags.next(line.text(), 0);
        var outer = tag.isEmpty() ? line.writer() : outer(line.writer());
        var whole = next < 0 && pending.isEmpty() ? line : ofTagged(line, outer, tag, next);
        return withoutTail(whole);
    }

    /** Removes the {@code [0]} that MPICH's {@code mpiexec -l} writes before every piece of a line that rank 0 flushes in pieces. */
    private Line withoutOwnTag(Line line) {
        var text = line.text();
        if (text.indexOf('[') < 0 || !startsWithNumber(text)) {
            return line;
        }
        var rank = line.writer().substring(line.writer().lastIndexOf('/') + 1);
        var own = OWN_TAG.matcher(text).results().allMatch(tag -> tag.group(1).equals(rank));
        var whole = own ? OWN_TAG.matcher(text).replaceAll("") : text;
        if (whole.equals(text)) {
            return line;
        }
        found.add("midline-tag");
        return line.of(whole, line.writer());
    }

    @Nullable
    Line unfinished() {
        pending.values().forEach(begun -> torn.put("\0" + torn.size(), begun.line()));
        pending.clear();
        Iterator<Line> lines = torn.values().iterator();
        if (!lines.hasNext()) {
            return null;
        }
        var line = lines.next();
        lines.remove();
        return line;
    }

    private Line ofTagged(Line line, String outer, String firstTag, int firstNext) {
        var text = line.text();
        var tag = firstTag;
        int from = 0;
        for (int next = firstNext; next >= 0; next = MpiTags.next(text, from)) {
            found.add("midline-tag");
            tagged = true;
            int end = MpiTags.end(text, next);
            var nextTag = text.substring(next, end);
            add(line, outer, tag, text.substring(from, next));
            tag = nextTag;
            from = end;
        }
        var begun = pending.remove(outer + tag);
        var last = text.substring(from);
        return line.of(begun == null ? last : begun.text.append(last).toString(), writer(outer, tag));
    }

    /** Adds a piece of an unfinished line; a piece without a tag is from mpirun or the shell, and is complete. */
    private void add(Line line, String outer, String tag, String piece) {
        if (tag.isEmpty()) {
            if (!piece.isBlank()) {
                before(line.of(piece, line.writer()));
            }
            return;
        }
        var key = outer + tag;
        var begun = pending.computeIfAbsent(key, added -> new Begun(writer(outer, tag)));
        begun.text.append(piece);
        begun.number = line.number();
        if (begun.text.length() > MAX_LENGTH || pending.size() > MAX_PENDING) {
            pending.remove(key);
            before(begun.line());
        }
    }

    /** Cuts off NCCL's text after an unfinished line, and completes lines cut earlier. */
    private Line withoutTail(Line line) {
        int crash = beginOfCrash(line.text());
        if (crash > 0) {
            found.add("crash-tail");
            before(line.of(line.text().substring(0, crash), line.writer()));
            return line.of(line.text().substring(crash), line.writer());
        }
        int begin = line.text().indexOf("NCCL ") < 0 ? -1 : nccl.begin(line.text());
        if (begin == 0) {
            int row = row(line.text());
            if (row < 0) {
                return line;
            }
            found.add("nccl-tail");
            before(line.of(line.text().substring(0, row), line.writer()));
            return counted(line.of(line.text().substring(row), line.writer()));
        }
        if (begin > 0) {
            found.add("nccl-tail");
            var front = line.text().substring(0, begin);
            finish(line.of(front, line.writer()), true);
            return line.of(line.text().substring(begin), line.writer());
        }
        return counted(torn.isEmpty() ? line : finish(line, false));
    }

    /** Returns the index of a row of nccl-tests after an unended line of NCCL; -1 if there is none. */
    private static int row(String text) {
        if (text.indexOf(WIDE) < 0) {
            return -1;
        }
        var row = ROW.matcher(text);
        return row.find() ? row.start() : -1;
    }

    /** Returns the line, after the piece torn off before it if both fit. */
    private Line finish(Line line, boolean cutOff) {
        var begun = torn.remove(line.writer());
        var whole = line;
        if (begun != null) {
            if (isGoneOnWith(begun, line)) {
                whole = line.of(begun.text() + line.text(), line.writer());
            } else {
                before(begun);
            }
        }
        if (!cutOff) {
            return whole;
        }
        if (isBeginOfRow(whole) && torn.size() < MAX_PENDING) {
            torn.put(whole.writer(), whole);
        } else if (!whole.text().isBlank()) {
            before(whole);
        }
        return whole;
    }

    /** Returns whether the line is the rest of a row: its other words, or only a blank end. Whole rows and other lines are not joined. */
    private boolean isGoneOnWith(Line begun, Line line) {
        var text = line.text();
        if (text.isBlank()) {
            return true;
        }
        if (begun.text().length() + text.length() > MAX_LENGTH
                || !startsWithNumber(text) && !text.strip().startsWith("N/A")) {
            return false;
        }
        if (wordsOfARow > 0) {
            return Scan.words(begun.text() + text) <= wordsOfARow;
        }
        var words = text.strip().split("\\s+", 3);
        return words.length < 2 || words[1].indexOf('.') >= 0;
    }

    private boolean isBeginOfRow(Line line) {
        return startsWithNumber(line.text())
                && (wordsOfARow == 0 || Scan.words(line.text()) < wordsOfARow);
    }

    private Line counted(Line line) {
        if (startsWithNumber(line.text())) {
            wordsOfARow = Scan.words(line.text());
        }
        return line;
    }

    private static boolean startsWithNumber(String text) {
        return isDigit(at(text, Scan.blanks(text, 0)));
    }

    private void before(Line line) {
        if (before.isEmpty()) {
            before = new ArrayList<>();
        }
        before.add(line);
    }

    /** Returns the writer without the rank in mpirun's tag. */
    private static String outer(String writer) {
        int last = writer.lastIndexOf('/');
        return last < 0 ? "" : writer.substring(0, last + 1);
    }

    private static String writer(String outer, String tag) {
        return tag.isEmpty() ? outer : outer + MpiTags.rank(tag, 0);
    }

    /** Beginning of an unfinished line of one writer. */
    private static final class Begun {

        private final String writer;
        private final StringBuilder text = new StringBuilder();
        private long number;

        Begun(String writer) {
            this.writer = writer;
        }

        Line line() {
            return new Line(number, text.toString(), false, writer, false);
        }
    }

    /**
     * Returns the index where the message of a dying program, {@code [host:pid] *** Process received signal ***}, begins within another line; -1 if
     * there is none.
     */
    private static int beginOfCrash(String text) {
        int end = text.indexOf(END_OF_PREFIX);
        if (end < 0) {
            return -1;
        }
        int i = end;
        while (isDigit(at(text, i - 1))) {
            i--;
        }
        if (i == end || at(text, i - 1) != ':') {
            return -1;
        }
        int begin = text.lastIndexOf('[', i);
        return begin <= 0 || text.substring(0, begin).isBlank() ? -1 : begin;
    }
}
