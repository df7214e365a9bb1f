package org.gpucomm.results.format.unwrap;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Indentation and prefixes of the lines of one log, taken off one after the other as they nest. A prefix that proves nothing by itself is
 * believed as soon as most of the next lines have it, and until none of many has.
 */
final class Prefixes {

    private static final int MAX_DEPTH = 8;
    /** Lines that are looked at to believe a prefix, and without it to believe it no more. */
    private static final int WINDOW = 40;
    private static final String NUMBERS = "0123456789.,+-|;";

    private final Map<Prefix, Believed> believed = new EnumMap<>(Prefix.class);
    private final Set<String> found = new LinkedHashSet<>();
    private final Ahead ahead;
    /** Of whole lines, and of what stands behind their prefixes. */
    private final Indentation outer = new Indentation();
    private final Indentation inner = new Indentation();
    private final RisingNumber rising = new RisingNumber();
    private String writer = "";
    private String tag = "";
    /** Where the prefix ends that was found last. */
    private int end;
    private long lines;

    Prefixes(Ahead ahead) {
        this.ahead = ahead;
    }

    /** Returns the ids of the prefixes that were found so far. */
    Set<String> found() {
        return found;
    }

    /** Returns the index behind the prefixes of the next line; {@link #writer()} and {@link #found()} know of it then. */
    int strip(String text) {
        lines++;
        writer = "";
        tag = "";
        int begin = outer.end(text, 0, () -> ahead.next(WINDOW));
        int at = begin;
        boolean timed = false;
        int depth = 0;
        for (; depth < MAX_DEPTH; depth++) {
            var prefix = prefix(text, at, depth, timed);
            if (prefix == null) {
                break;
            }
            if (prefix.tellsWriter()) {
                var name = prefix.writer(text, at, end);
                writer = writer.isEmpty() ? name : writer + "/" + name;
            }
            tag = prefix == Prefix.OMPI_TAG ? text.substring(at, end) : "";
            found.add(prefix.id());
            timed = prefix.id().equals(Prefix.TIME.id());
            at = end;
        }
        rising.passed(text);
        int taken = depth;
        // behind mpirun's tag may be the rest of a line, whose blanks part it from what came before
        return at > begin && tag.isEmpty() ? inner.end(text, at, () -> ahead(taken).iterator()) : at;
    }

    /** Returns who wrote the line that was stripped last; empty if nothing says. */
    String writer() {
        return writer;
    }

    /** Returns mpirun's tag that the prefixes end with, which stands for the stream that the line is from; empty if there is none. */
    String tag() {
        return tag;
    }

    private @Nullable Prefix prefix(String text, int at, int depth, boolean timed) {
        for (var candidate : Candidates.of(text, at)) {
            end = candidate.isBehindTime() && !timed ? -1 : candidate.end(text, at);
            if (end <= at) {
                continue;
            }
            boolean taken = candidate.isCertain() || timed && candidate == Prefix.LEVEL
                    || (candidate == Prefix.NUMBER
                            ? rising.takes(text, at, () -> ahead(depth))
                            : isBelieved(candidate, text, end));
            if (taken) {
                return candidate;
            }
        }
        return null;
    }

    /** Returns the next lines, without as many known prefixes as this one has been taken off. */
    private List<String> ahead(int depth) {
        var texts = new ArrayList<String>(WINDOW);
        for (var next = ahead.next(WINDOW); next.hasNext();) {
            var text = next.next();
            int at = outer.known(text);
            boolean timed = false;
            for (int i = 0; i < depth; i++) {
                var prefix = known(text, at, timed);
                if (prefix == null) {
                    break;
                }
                timed = prefix.id().equals(Prefix.TIME.id());
                at = prefix.end(text, at);
            }
            texts.add(text.substring(at));
        }
        return texts;
    }

    /** Returns whether a prefix that is no proof by itself is to be taken off; it ends at {@code end}. */
    private boolean isBelieved(Prefix prefix, String text, int end) {
        var state = believed.get(prefix);
        if (state != null && state.until >= lines) {
            state.until = lines + WINDOW;
            return true;
        }
        if (state != null && state.asked + WINDOW / 2 > lines) {
            return false;
        }
        var now = new Believed();
        now.asked = lines;
        boolean words = !prefix.looksLikeColumn() || beginsWithWord(text, end);
        now.until = mostLinesBear(prefix, words) ? lines + WINDOW : 0;
        believed.put(prefix, now);
        return now.until > 0;
    }

    /** @param words whether there was a word behind it already, of one that looks like a column */
    private boolean mostLinesBear(Prefix prefix, boolean words) {
        int counted = 1;
        int bearing = 1;
        boolean word = words;
        for (var lines = ahead.next(WINDOW); lines.hasNext();) {
            var text = lines.next();
            if (!text.isBlank()) {
                counted++;
                int end = end(prefix, text);
                bearing += end < 0 ? 0 : 1;
                word = word || end >= 0 && beginsWithWord(text, end);
            }
        }
        return bearing > 1 && 2 * bearing > counted && word;
    }

    /** Returns whether what comes next, up to a space, is more than a number. */
    private static boolean beginsWithWord(String text, int from) {
        int i = Scan.spaces(text, from);
        while (i < text.length() && NUMBERS.indexOf(text.charAt(i)) >= 0) {
            i++;
        }
        return i < text.length() && !Character.isWhitespace(text.charAt(i));
    }

    /** Returns the index behind the prefix on that line, behind others that are believed by now; -1 if it is not there. */
    private int end(Prefix wanted, String text) {
        int at = outer.known(text);
        boolean timed = false;
        for (int depth = 0; depth < MAX_DEPTH; depth++) {
            int end = wanted.isBehindTime() && !timed ? -1 : wanted.end(text, at);
            if (end > at) {
                return end;
            }
            var next = known(text, at, timed);
            if (next == null) {
                return -1;
            }
            timed = next.id().equals(Prefix.TIME.id());
            at = next.end(text, at);
        }
        return -1;
    }

    private @Nullable Prefix known(String text, int at, boolean timed) {
        for (var candidate : Candidates.of(text, at)) {
            boolean known = candidate.isCertain() || timed && candidate == Prefix.LEVEL || isBelievedNow(candidate);
            if (known && (timed || !candidate.isBehindTime()) && candidate.end(text, at) > at) {
                return candidate;
            }
        }
        return null;
    }

    private boolean isBelievedNow(Prefix prefix) {
        var state = believed.get(prefix);
        return prefix == Prefix.NUMBER ? rising.isBelieved() : state != null && state.until >= lines;
    }

    /** The lines that follow, without taking them. */
    interface Ahead {

        Iterator<String> next(int count);
    }

    /** Up to which line a prefix is believed, and at which that was last looked into. */
    private static final class Believed {

        private long until;
        private long asked;
    }
}
