package org.gpucomm.results.format.wrapping;

import java.io.IOException;
import java.util.List;
import java.util.Set;

import org.gpucomm.results.format.Line;
import org.jspecify.annotations.Nullable;

/** Takes a launcher's prefixes off the lines of one log, and says who wrote each. */
public final class Unwrapper {
    private final Source source;

    public Unwrapper(Source source) {
        this.source = source;
    }
    public static Unwrapper none(Source s) {
        return new Unwrapper(s);
    }
    public @Nullable Line next() throws IOException {
        return source.next();
    }
    public List<Line> others() {
        return List.of();
    }
    public @Nullable Line unfinished() {
        return null;
    }
    public Set<String> found() {
        return Set.of();
    }

    /** Where lines come from. */
    @FunctionalInterface
    public interface Source {

        /** The next line; null after the last. */
        @Nullable
        Line next() throws IOException;
    }
}
