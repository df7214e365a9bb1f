package org.gpucomm.results.format;

import org.gpucomm.results.format.context.Failure;
import org.jspecify.annotations.Nullable;

/** A file that is not a log in any known format. The message says what the file is and what to do. */
public sealed class UnreadableFile extends Exception permits MappingNeeded {

    private static final long serialVersionUID = 1L;

    private final @Nullable String failure;

    UnreadableFile(String message) {
        this(message, null);
    }

    /** @param failure failure of the program, in the words of its log; null if the log reports none */
    UnreadableFile(String message, @Nullable String failure) {
        super(message);
        this.failure = failure;
    }

    /** Returns the failure of the program that wrote the log, in the words of the log; null if the log reports none. */
    public @Nullable String failure() {
        return failure;
    }

    /** Returns whether the failure is only an exception of Python, which may be in a log of results. */
    public boolean isException() {
        return failure != null && Failure.isException(failure.substring(failure.indexOf('\u201c') + 1));
    }
}
