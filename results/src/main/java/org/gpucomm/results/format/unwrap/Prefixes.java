package org.gpucomm.results.format.unwrap;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;

import org.jspecify.annotations.Nullable;

/**
 * Indentation and prefixes of the lines of one log, removed one after the other as they nest. An ambiguous prefix is accepted once most of
 * the next lines have it, until none of many lines does.
 */
final class Prefixes {

    private static final int MAX_DEPTH = 8;
    /** Number of lines examined to accept a prefix, and of lines without it after which it is no longer accepted. */
    private static final int WINDOW = 40;
    private static final String NUMBERS = "0123456789.,+-|;";

    private final Map<Prefix, Believed> believed = new EnumMap<>(Prefix.class);
    private final Set<String> found = new LinkedHashSet<>();
    private final Ahead ahead;
    /** Indentation of whole lines; {@link #inner} is that of the text after their prefixes. */
    private final Indentation outer = new Indentation();
    private final Indentation inner = new Indentation();
    private final RisingNumber rising = new RisingNumber();
    private String writer = "";
    private String tag = "";
    private long lines;

    Prefixes(Ahead ahead) {
        this.ahead = ahead;
    }

    /** Returns the ids of the prefixes found so far. */
    Set<String> found() {
        return found;
    }

    /** Returns the index after the prefixes of the next line, and updates {@link #writer()} and {@link #found()}. */
    int strip(String text) {
        lines++;
        writer = "";
        tag = "";
        int begin = outer.end(text, 0, () -> ahead.next(WINDOW));
        int at = begin;
        boolean timed = false;
        int depth = 0;
        for (; depth < MAX_DEPTH; depth++) {
            var taken = taken(text, at, depth, timed);
            if (taken == null) {
                break;
            }
            var prefix = taken.prefix();
            int end = taken.match().end();
            if (prefix.namesWriter()) {
                var name = taken.match().group("writer");
                writer = writer.isEmpty() ? name : writer + "/" + name;
            }
            tag = prefix == Prefix.OMPI_TAG ? text.substring(at, end) : "";
            found.add(prefix.id());
            timed = prefix.id().equals(Prefix.TIME.id());
            at = end;
        }
        rising.passed(text);
        int removed = depth;
        // after mpirun's tag, blanks may separate the rest of a line from its beginning
        return at > begin && tag.isEmpty() ? inner.end(text, at, () -> ahead(removed).iterator()) : at;
    }

    /** Returns the writer of the latest line; empty if no prefix names one. */
    String writer() {
        return writer;
    }

    /** Returns mpirun's tag at the end of the prefixes, which identifies the stream of the line; empty if there is none. */
    String tag() {
        return tag;
    }

    /** Prefix that is removed from a line, and where. */
    private record Taken(Prefix prefix, MatchResult match) {}

    private @Nullable Taken taken(String text, int at, int depth, boolean timed) {
        for (var candidate : Candidates.of(text, at)) {
            var match = candidate.isBehindTime() && !timed ? null : candidate.match(text, at);
            if (match == null || match.end() <= at) {
                continue;
            }
            boolean taken = candidate.isCertain() || timed && candidate == Prefix.LEVEL
                    || (candidate == Prefix.NUMBER
                            ? rising.takes(text, at, () -> ahead(depth))
                            : isBelieved(candidate, text, match.end()));
            if (taken) {
                return new Taken(candidate, match);
            }
        }
        return null;
    }

    /** Returns the next lines without as many known prefixes as were removed from this line. */
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

    /** Returns whether to remove an ambiguous prefix that ends at {@code end}. */
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

    /** Returns whether most lines have the prefix. @param words whether a word already follows it, if it looks like a column */
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

    /** Returns whether the text up to the next space is more than a number. */
    private static boolean beginsWithWord(String text, int from) {
        int i = Scan.spaces(text, from);
        while (i < text.length() && NUMBERS.indexOf(text.charAt(i)) >= 0) {
            i++;
        }
        return i < text.length() && !Character.isWhitespace(text.charAt(i));
    }

    /** Returns the index after the prefix on a line, behind other accepted ones; -1 if the line does not have the prefix. */
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

    /** Following lines, which stay unread. */
    interface Ahead {

        Iterator<String> next(int count);
    }

    /** Last line up to which a prefix is accepted, and line of the latest check. */
    private static final class Believed {

        private long until;
        private long asked;
    }
}
