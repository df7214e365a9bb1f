package org.gpucomm.results.format;

/** A file that is no log in any known format. The message says what it is and what to do. */
public sealed class UnreadableFile extends Exception permits MappingNeeded {

    private static final long serialVersionUID = 1L;

    UnreadableFile(String message) {
        super(message);
    }
}
