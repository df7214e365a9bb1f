package org.gpucomm.results.format.unwrap;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.gpucomm.results.format.Line;
import org.jspecify.annotations.Nullable;

/**
 * Lines of one log as the programs wrote them: without prefixes, with their writers, and put together again where several wrote on one
 * line.
 */
public final class Unwrapper {

    /** Characters of lines that are looked at before they are read. */
    private static final int MAX_AHEAD = 1 << 20;

    private final Source source;
    private final @Nullable Enclosed enclosed;
    private final boolean plain;
    private final Prefixes prefixes = new Prefixes(this::ahead);
    private final Pieces pieces = new Pieces();
    private final Deque<Line> ahead = new ArrayDeque<>();
    private List<Line> before = List.of();
    private @Nullable IOException failure;

    private Unwrapper(Source source, boolean plain) {
        this.enclosed = plain ? null : new Enclosed(source);
        this.source = enclosed == null ? source : enclosed;
        this.plain = plain;
    }

    public static Unwrapper of(Source source) {
        return new Unwrapper(source, false);
    }

    /** Of a file that is known to be in nothing: its lines are given as they are. */
    public static Unwrapper ofPlain(Source source) {
        return new Unwrapper(source, true);
    }

    /**
     * The next line; null after the last. Where two writers wrote on it, this is what the one wrote who ended it;
     * {@link #before()} has what is complete of the others.
     */
    public @Nullable Line next() throws IOException {
        before = List.of();
        var line = ahead.isEmpty() ? fresh() : ahead.poll();
        if (line == null || line.cut() || plain) {
            return line;
        }
        int begin = prefixes.strip(line.text());
        if (begin == 0 && pieces.isWhole(line.text())) {
            return line;
        }
        var text = begin == 0 ? line.text() : line.text().substring(begin);
        var unwrapped = line.of(text, prefixes.writer());
        var last = pieces.of(unwrapped, prefixes.tag());
        before = pieces.before();
        return last;
    }

    /** Returns what else became complete with the line given last, to be read before it; seldom anything. */
    public List<Line> before() {
        return before;
    }

    /** After the last line: what was begun and never ended, one after the other; then null. */
    public @Nullable Line unfinished() {
        return pieces.unfinished();
    }

    /** Returns what was found so far: {@code ompi-tag}, {@code srun-l}, {@code midline-tag} … */
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
            failure = e; // reported when it is reached
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

        /** The next line; null after the last. */
        @Nullable
        Line next() throws IOException;
    }
}
