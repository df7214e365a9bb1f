package org.gpucomm.results.format;

import org.jspecify.annotations.Nullable;

/** A file that is no log in any known format. The message says what it is and what to do. */
public sealed class UnreadableFile extends Exception permits MappingNeeded {

    private static final long serialVersionUID = 1L;

    private final @Nullable String failure;

    UnreadableFile(String message) {
        this(message, null);
    }

    /** @param failure how the program failed, in the words of its log */
    UnreadableFile(String message, @Nullable String failure) {
        super(message);
        this.failure = failure;
    }

    /** Returns how the program failed whose log it is, in the words of the log; null if it does not say. */
    public @Nullable String failure() {
        return failure;
    }
}
